public import Foundation

/// The segments that change and no others, so that an undo history stays small.
public struct TranscriptionEdit: Codable, Equatable, Sendable {
  public var position: Int
  public var removed: [Segment]
  public var inserted: [Segment]
  public var editedAtBefore: Date?
  public var editedAtAfter: Date?

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

  public var inverse: Self {
    Self(
      position: position,
      removed: inserted,
      inserted: removed,
      editedAtBefore: editedAtAfter,
      editedAtAfter: editedAtBefore)
  }

  /// Returns `nil` if the transcript lacks these segments: a client can send any position.
  package func range(ofSegments count: Int) -> Range<Int>? {
    guard position >= 0, position <= count, removed.count <= count - position
    else { return nil }
    return position..<position + removed.count
  }

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
  /// Returns `false` and changes nothing if the segments to replace have changed.
  @discardableResult
  public mutating func apply(_ edit: TranscriptionEdit) -> Bool {
    guard let range = edit.range(ofSegments: segments.count),
      segments[range].elementsEqual(edit.removed)
    else { return false }
    segments.replaceSubrange(range, with: edit.inserted)
    editedAt = edit.editedAtAfter
    return true
  }

  /// Returns the edit to `newText`; `nil` if only outer white space differs. Words keep their times
  /// if just case or punctuation changes. Typed words have confidence 1, and the time of those they
  /// replace or of the silence there; without it, the neighbors give up to 20 milliseconds each.
  public func edit(text newText: String, at date: Date) -> TranscriptionEdit? {
    edit(segments.indices, text: newText, at: date)
  }

  /// Returns the edit of one segment's text, to which words typed at its beginning are added.
  public func edit(segment: Int, text newText: String, at date: Date) -> TranscriptionEdit? {
    edit(segments: segment..<segment + 1, text: newText, at: date)
  }

  public func edit(
    segments range: Range<Int>, text newText: String, at date: Date
  ) -> TranscriptionEdit? {
    guard !range.isEmpty, range.clamped(to: segments.indices) == range
    else { return nil }
    return edit(range, text: newText, at: date)
  }

  private func edit(
    _ range: Range<Int>, text newText: String, at date: Date
  ) -> TranscriptionEdit? {
    let old = Array(segments[range])
    guard newText.trimmed != old.map(\.text).joinedAsText().trimmed
    else { return nil }
    let edited = old.edited(
      text: newText, from: segments[..<range.lowerBound].last?.end ?? .zero,
      to: segments[range.upperBound...].first?.start)
    let prefix = zip(old, edited).prefix { $0 == $1 }.count
    let suffix = zip(old.dropFirst(prefix).reversed(), edited.dropFirst(prefix).reversed())
      .prefix { $0 == $1 }.count
    return TranscriptionEdit(
      position: range.lowerBound + prefix,
      removed: Array(old[prefix..<old.count - suffix]),
      inserted: Array(edited[prefix..<edited.count - suffix]),
      editedAtBefore: editedAt,
      editedAtAfter: date)
  }
}
