public import SharedModels
public import Tagged

/// An edit of a memo's transcript. Unchanged words keep their times.
public enum TranscriptChange: Codable, Equatable, Sendable {
  case segment(TextChange)
  case segments(TranscriptionEdit, of: Transcription.ID)

  private enum CodingKeys: CodingKey {
    case segment, transcript
  }

  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    if fields.contains(.segment) {
      self = .segment(try TextChange(from: decoder))
    } else {
      self = .segments(
        try TranscriptionEdit(from: decoder),
        of: try fields.decode(Transcription.ID.self, forKey: .transcript))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .segment(let change): try change.encode(to: encoder)
    case .segments(let edit, let id):
      try edit.encode(to: encoder)
      var fields = encoder.container(keyedBy: CodingKeys.self)
      try fields.encode(id, forKey: .transcript)
    }
  }
}

/// The text of one segment.
public struct TextChange: Codable, Equatable, Sendable {
  public var segment: Int
  public var text: String
  /// The text when the user began to edit.
  public var was: String

  public init(segment: Int, was: String, text: String) {
    self.segment = segment
    self.text = text
    self.was = was
  }
}

public struct SpeakerChange: Codable, Equatable, Sendable {
  public var edit: SpeakerEdit
  public var transcript: Transcription.ID

  public init(_ edit: SpeakerEdit, of transcript: Transcription.ID) {
    self.edit = edit
    self.transcript = transcript
  }

  private enum CodingKeys: CodingKey {
    case transcript
  }

  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    edit = try SpeakerEdit(from: decoder)
    transcript = try fields.decode(Transcription.ID.self, forKey: .transcript)
  }

  public func encode(to encoder: any Encoder) throws {
    try edit.encode(to: encoder)
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(transcript, forKey: .transcript)
  }
}
