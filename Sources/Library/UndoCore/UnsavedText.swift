public import Foundation
public import SharedModels
public import Tagged

/// Text typed but not saved, kept in the library's folder in case the program ends.
public struct UnsavedText: Codable, Equatable, Sendable {
  public enum Kind: String, Codable, Sendable {
    case paragraph
    case segment = "sentence"
    case speaker
    case tagChanges
    case tags
    case text
    case title
  }

  /// The file of the user's editor, which is deleted with this text.
  public var file: URL?
  public var kind: Kind
  public var original: String
  public var otherRecordingIDs: [Recording.ID]
  /// The number of the segment, the paragraph's first segment, or the speaker.
  public var place: Int?
  public var recordingID: Recording.ID
  public var text: String

  public init(
    _ kind: Kind, of recordingID: Recording.ID, place: Int? = nil, original: String, text: String,
    otherRecordingIDs: [Recording.ID] = [], file: URL? = nil
  ) {
    self.file = file
    self.kind = kind
    self.original = original
    self.otherRecordingIDs = otherRecordingIDs
    self.place = place
    self.recordingID = recordingID
    self.text = text
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try container.decode(Kind.self, forKey: .kind),
      of: try container.decode(Recording.ID.self, forKey: .recordingID),
      place: try container.decodeIfPresent(Int.self, forKey: .place),
      original: try container.decode(String.self, forKey: .original),
      text: try container.decode(String.self, forKey: .text),
      otherRecordingIDs: try container.decodeIfPresent(
        [Recording.ID].self, forKey: .otherRecordingIDs) ?? [],
      file: try container.decodeIfPresent(URL.self, forKey: .file))
  }

  public var recordingIDs: [Recording.ID] { [recordingID] + otherRecordingIDs }

  public func isSameField(as other: Self) -> Bool {
    guard kind == other.kind, recordingIDs == other.recordingIDs
    else { return false }
    return switch kind {
    case .paragraph, .segment: original == other.original && place == other.place
    case .speaker: place == other.place
    case .tagChanges, .tags, .title: true
    case .text: text == other.text
    }
  }

  public func isSaved(in recording: Recording) -> Bool {
    switch kind {
    case .tags: recording.tags == TagChange.tags(listed: text)
    case .title: recording.title == text.trimmingCharacters(in: .whitespaces)
    case .paragraph, .segment, .speaker, .tagChanges, .text: false
    }
  }
}

extension [UnsavedText] {
  public mutating func keep(_ text: UnsavedText) {
    drop(text)
    append(text)
  }

  public mutating func drop(_ text: UnsavedText) {
    removeAll { $0.isSameField(as: text) }
  }

  /// Edits of one segment, each typed before the former was saved, starting with `first`.
  public func segmentEdits(from first: UnsavedText) -> [UnsavedText] {
    var found = [first]
    while let last = found.last,
      let next = self.first(where: {
        $0.kind == .segment && $0.recordingID == last.recordingID && $0.place == last.place
          && $0.original == last.text && !found.contains($0)
      })
    {
      found.append(next)
    }
    return found
  }
}
