import Foundation
public import SharedModels
public import Tagged

/// What a person has typed and neither saved nor thrown away: kept in the library's folder, so that
/// it is there again however the program has ended.
public struct UnsavedText: Codable, Equatable, Sendable {
  /// What is typed.
  public enum Kind: String, Codable, Sendable {
    /// A sentence of the transcript.
    case sentence
    /// What a speaker is called.
    case speaker
    /// Tags that several memos get or lose.
    case tagChanges
    case tags
    /// All of a transcript, as it is edited in a file.
    case text
    case title
  }

  public var kind: Kind
  /// The text without what was typed.
  public var original: String
  /// The other memos that it is for, where it is for several.
  public var otherRecordingIDs: [Recording.ID]
  /// The number of the segment or the speaker.
  public var place: Int?
  public var recordingID: Recording.ID
  public var text: String

  /// Creates a value from its properties.
  public init(
    _ kind: Kind, of recordingID: Recording.ID, place: Int? = nil, original: String, text: String,
    otherRecordingIDs: [Recording.ID] = []
  ) {
    self.kind = kind
    self.original = original
    self.otherRecordingIDs = otherRecordingIDs
    self.place = place
    self.recordingID = recordingID
    self.text = text
  }

  /// Decodes a value; what an older version did not write has a default.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try container.decode(Kind.self, forKey: .kind),
      of: try container.decode(Recording.ID.self, forKey: .recordingID),
      place: try container.decodeIfPresent(Int.self, forKey: .place),
      original: try container.decode(String.self, forKey: .original),
      text: try container.decode(String.self, forKey: .text),
      otherRecordingIDs: try container.decodeIfPresent(
        [Recording.ID].self, forKey: .otherRecordingIDs) ?? [])
  }

  /// All memos that it is for.
  public var recordingIDs: [Recording.ID] { [recordingID] + otherRecordingIDs }

  /// Whether both were typed into one field.
  public func isSameField(as other: Self) -> Bool {
    guard kind == other.kind, recordingIDs == other.recordingIDs
    else { return false }
    return switch kind {
    case .sentence: original == other.original && place == other.place
    case .speaker: place == other.place
    case .tagChanges, .tags, .title: true
    // Each is a piece of work of its own.
    case .text: text == other.text
    }
  }

  /// Whether the memo is already as it was typed.
  public func isSaved(in recording: Recording) -> Bool {
    switch kind {
    case .tags: recording.tags == TagChange.tags(listed: text)
    case .title: recording.title == text.trimmingCharacters(in: .whitespaces)
    case .sentence, .speaker, .tagChanges, .text: false
    }
  }
}

extension [UnsavedText] {
  /// Keeps a text in place of an earlier one of the same field.
  public mutating func keep(_ text: UnsavedText) {
    drop(text)
    append(text)
  }

  /// Forgets what was typed into the field.
  public mutating func drop(_ text: UnsavedText) {
    removeAll { $0.isSameField(as: text) }
  }

  /// The sentences that were typed one in the place of the other, from that one on: the next was
  /// typed before the one before it was saved.
  public func sentences(from first: UnsavedText) -> [UnsavedText] {
    var found = [first]
    while let last = found.last,
      let next = self.first(where: {
        $0.kind == .sentence && $0.recordingID == last.recordingID && $0.place == last.place
          && $0.original == last.text && !found.contains($0)
      })
    {
      found.append(next)
    }
    return found
  }
}
