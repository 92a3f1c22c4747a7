public import Foundation

/// A change of a transcription's text, made by a person: it can be applied, kept, and undone.
///
/// It holds the segments that change and nothing else, so that a row of undo steps stays small.
public struct TranscriptionEdit: Codable, Equatable, Sendable {
  /// The number of the first segment that changes.
  public var position: Int
  /// The segments that go…
  public var removed: [Segment]
  /// … and those that come instead.
  public var inserted: [Segment]
  /// When the text had last been changed before; `nil` if never.
  public var editedAtBefore: Date?
  /// When this change was made.
  public var editedAtAfter: Date?

  /// Creates a change of some segments into others.
  public init(
    position: Int,
    removed: [Segment],
    inserted: [Segment],
    editedAtBefore: Date?,
    editedAtAfter: Date?
  ) {
    self.position = position
    self.removed = removed
    self.inserted = inserted
    self.editedAtBefore = editedAtBefore
    self.editedAtAfter = editedAtAfter
  }

  /// The edit that takes this one back, exactly.
  public var inverse: Self {
    Self(
      position: position,
      removed: inserted,
      inserted: removed,
      editedAtBefore: editedAtAfter,
      editedAtAfter: editedAtBefore)
  }

  /// Returns the range of segments to replace in a transcript with a number of segments, or `nil`
  /// if the transcript does not have them. A client can send any position.
  package func range(ofSegments count: Int) -> Range<Int>? {
    guard position >= 0, position <= count, removed.count <= count - position
    else { return nil }
    return position..<position + removed.count
  }

  /// Decodes a value; what an older version did not write has a default.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let position = try container.decode(.position, default: 0)
    guard position >= 0
    else {
      throw DecodingError.dataCorruptedError(
        forKey: .position, in: container, debugDescription: "'position' must not be negative")
    }
    self.init(
      position: position,
      removed: try container.decode(.removed, default: []),
      inserted: try container.decode(.inserted, default: []),
      editedAtBefore: try container.decodeIfPresent(Date.self, forKey: .editedAtBefore),
      editedAtAfter: try container.decodeIfPresent(Date.self, forKey: .editedAtAfter))
  }
}

extension Transcription {
  /// Makes the change, or takes one back (see ``TranscriptionEdit/inverse``).
  ///
  /// - Returns: Whether it was made. It is not if the segments that it is to replace are others by
  ///   now; nothing is changed then.
  @discardableResult
  public mutating func apply(_ edit: TranscriptionEdit) -> Bool {
    guard let range = edit.range(ofSegments: segments.count),
      segments[range].elementsEqual(edit.removed)
    else { return false }
    segments.replaceSubrange(range, with: edit.inserted)
    editedAt = edit.editedAtAfter
    return true
  }

  /// What a person's change of the whole ``text`` makes of the segments and words.
  ///
  /// Words that did not change keep their times, and so does a word of which only the case or the
  /// punctuation changed. What was typed instead of other words shares their time, by syllables.
  /// What was typed between two words gets a part of the silence there, or no time if there is
  /// none. Typed words have the confidence 1. Text without word times stays without.
  ///
  /// - Parameters:
  ///   - text: The new text. White space around it is dropped, white space in it is kept.
  ///   - date: When the change was made.
  /// - Returns: The edit, to be applied; `nil` if the text did not change.
  public func edit(text newText: String, at date: Date) -> TranscriptionEdit? {
    guard newText.trimmed != text.trimmed
    else { return nil }
    let edited = segments.edited(text: newText)
    let prefix = zip(segments, edited).prefix { $0 == $1 }.count
    let suffix = zip(segments.dropFirst(prefix).reversed(), edited.dropFirst(prefix).reversed())
      .prefix { $0 == $1 }.count
    return TranscriptionEdit(
      position: prefix,
      removed: Array(segments[prefix..<segments.count - suffix]),
      inserted: Array(edited[prefix..<edited.count - suffix]),
      editedAtBefore: editedAt,
      editedAtAfter: date)
  }
}
