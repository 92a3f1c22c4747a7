/// The segments in which a text differs from an earlier one, so that a history stays small.
public struct TextDifference: Equatable, Sendable {
  public struct Passage: Equatable, Sendable {
    /// The index of the first inserted segment in the later text.
    public var position: Int
    public var removed: [Segment]
    public var inserted: [Segment]

    public init(position: Int, removed: [Segment], inserted: [Segment]) {
      self.position = position
      self.removed = removed
      self.inserted = inserted
    }
  }

  public var passages: [Passage]

  public init(passages: [Passage] = []) {
    self.passages = passages
  }

  /// Compares segments from `position` on. Both texts are in the order of their times.
  public init(from old: [Segment], to new: [Segment], at position: Int = 0) {
    self.init()
    var passage = Passage(position: position, removed: [], inserted: [])
    var (old, new) = (old[...], new[...])
    while let segment = old.first ?? new.first {
      if old.first == new.first {
        add(passage)
        let end = passage.position + passage.inserted.count
        passage = Passage(position: end + 1, removed: [], inserted: [])
        old = old.dropFirst()
        new = new.dropFirst()
      } else if let next = new.first, old.isEmpty || next.start < segment.start {
        passage.inserted.append(next)
        new = new.dropFirst()
      } else {
        passage.removed.append(segment)
        old = old.dropFirst()
      }
    }
    add(passage)
  }

  private mutating func add(_ passage: Passage) {
    if !passage.removed.isEmpty || !passage.inserted.isEmpty { passages.append(passage) }
  }

  /// Returns the earlier text, with today's speakers; `nil` if `segments` aren't the later one.
  public func earlierText(of segments: [Segment]) -> [Segment]? {
    var segments = segments
    for passage in passages.reversed() {
      let (start, count) = (passage.position, passage.inserted.count)
      guard start >= 0, start <= segments.count, count <= segments.count - start
      else { return nil }
      let current = Array(segments[start..<start + count])
      guard current.withoutSpeakers == passage.inserted.withoutSpeakers
      else { return nil }
      let removed =
        current == passage.inserted ? passage.removed : passage.removed.withSpeakers(of: current)
      segments.replaceSubrange(start..<start + count, with: removed)
    }
    return segments
  }
}

extension [Segment] {
  package func withSpeakers(among speakers: [Speaker]) -> Self {
    let known = Set(speakers.map(\.id))
    return mapSpeakers { word in word.speaker.flatMap { known.contains($0) ? $0 : nil } }
  }

  fileprivate var withoutSpeakers: Self { mapSpeakers { _ in nil } }

  fileprivate func withSpeakers(of others: Self) -> Self {
    let words = others.flatMap(\.words)
    var nearest = 0
    return mapSpeakers { word in
      while nearest + 1 < words.count,
        words[nearest + 1].distance(to: word) <= words[nearest].distance(to: word)
      {
        nearest += 1
      }
      return words.isEmpty ? nil : words[nearest].speaker
    }
  }

  private func mapSpeakers(_ speaker: (Word) -> Speaker.ID?) -> Self {
    map { segment in
      var segment = segment
      for index in segment.words.indices {
        segment.words[index].speaker = speaker(segment.words[index])
      }
      return segment
    }
  }
}

extension Word {
  /// Between the words' middles, doubled.
  fileprivate func distance(to other: Word) -> Duration {
    let difference = start + end - other.start - other.end
    return difference < .zero ? .zero - difference : difference
  }
}

/// Arrays instead of objects, since a text's versions are mostly words.
extension TextDifference: Codable {
  public init(from decoder: any Decoder) throws {
    self.init(passages: try [Passage](from: decoder))
  }

  public func encode(to encoder: any Encoder) throws {
    try passages.encode(to: encoder)
  }
}

extension TextDifference.Passage: Codable {
  public init(from decoder: any Decoder) throws {
    var values = try decoder.unkeyedContainer()
    self.init(
      position: try values.decode(Int.self),
      removed: try values.decode([CompactSegment].self).map(\.segment),
      inserted: try values.decode([CompactSegment].self).map(\.segment))
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.unkeyedContainer()
    try values.encode(position)
    try values.encode(removed.map(CompactSegment.init))
    try values.encode(inserted.map(CompactSegment.init))
  }
}

/// `[start ms, end ms, text, language or null, words]`.
private struct CompactSegment: Codable {
  let segment: Segment

  init(_ segment: Segment) {
    self.segment = segment
  }

  init(from decoder: any Decoder) throws {
    var values = try decoder.unkeyedContainer()
    let start = Duration.milliseconds(try values.decode(Int64.self))
    let end = Duration.milliseconds(try values.decode(Int64.self))
    let text = try values.decode(String.self)
    let language = try values.decode(String?.self)
    let words = try values.decode([CompactWord].self).map(\.word)
    segment = Segment(start: start, end: end, text: text, words: words, language: language)
  }

  func encode(to encoder: any Encoder) throws {
    var values = encoder.unkeyedContainer()
    try values.encode(segment.start.wholeMilliseconds)
    try values.encode(segment.end.wholeMilliseconds)
    try values.encode(segment.text)
    try values.encode(segment.language)
    try values.encode(segment.words.map(CompactWord.init))
  }
}

/// `[text, start ms, end ms, confidence in thousandths, speaker?]`.
package struct CompactWord: Codable {
  package let word: Word

  package init(_ word: Word) {
    self.word = word
  }

  package init(from decoder: any Decoder) throws {
    var values = try decoder.unkeyedContainer()
    word = Word(
      text: try values.decode(String.self),
      start: .milliseconds(try values.decode(Int64.self)),
      end: .milliseconds(try values.decode(Int64.self)),
      confidence: Double(try values.decode(Int.self)) / 1000,
      speaker: values.isAtEnd ? nil : Speaker.ID(try values.decode(Int.self)))
  }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.unkeyedContainer()
    try values.encode(word.text)
    try values.encode(word.start.wholeMilliseconds)
    try values.encode(word.end.wholeMilliseconds)
    try values.encode(Int((min(1, max(0, word.confidence)) * 1000).rounded()))
    if let speaker = word.speaker { try values.encode(speaker.rawValue) }
  }
}
