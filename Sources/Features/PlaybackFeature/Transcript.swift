import Foundation
public import SharedModels

/// A transcript as one text, and where each of its words is in it.
public struct Transcript: Sendable {
  public private(set) var transcription: Transcription
  /// All that was said.
  public let text: String
  /// The UTF-8 range of each word of ``SharedModels/Transcription/words`` in the text.
  public let ranges: [Range<Int>]

  public init(_ transcription: Transcription) {
    self.transcription = transcription
    text = transcription.text
    ranges = Self.ranges(of: transcription.segments, in: text)
  }

  /// Applies an edit if it fits; returns whether it did.
  mutating func apply(_ edit: TranscriptionEdit) -> Bool {
    var edited = transcription
    guard edited.apply(edit)
    else { return false }
    self = Self(edited)
    return true
  }

  /// The last word that has begun by that time; nil before the first.
  func lastWord(before time: Duration) -> Int? {
    let words = transcription.words
    var (low, high) = (0, words.count)
    while low < high {
      let middle = (low + high) / 2
      if words[middle].start <= time { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? nil : low - 1
  }

  /// The segment of a word, or the first one.
  func segment(ofWord word: Int?) -> Int? {
    let words = transcription.words
    if let word, words.indices.contains(word) { return words.location(of: word).segment }
    return transcription.segments.isEmpty ? nil : 0
  }

  /// The first word of the sentence that is `distance` sentences after that of a word.
  func word(_ distance: Int, sentencesFrom word: Int) -> Int {
    let words = transcription.words
    let here = words.location(of: word)
    var first = word - here.word
    for _ in 0..<abs(distance) {
      if distance > 0 {
        let next = first + transcription.segments[words.location(of: first).segment].words.count
        guard next < words.count
        else { break }
        first = next
      } else {
        guard first > 0
        else { break }
        first -= words.location(of: first - 1).word + 1
      }
    }
    return first
  }

  /// The edit that gives one segment another text; nil if it is the same.
  func edit(segment: Int, text: String, at date: Date) -> TranscriptionEdit? {
    guard transcription.segments.indices.contains(segment)
    else { return nil }
    var segments = transcription.segments
    segments[segment].text = text
    return transcription.edit(text: segments.map(\.text).joinedAsText(), at: date)
  }

  /// The text consists of the segments, with at most a space between two of them.
  private static func ranges(of segments: [Segment], in text: String) -> [Range<Int>] {
    let bytes = Array(text.utf8)
    var ranges: [Range<Int>] = []
    var place = 0
    for segment in segments where !segment.text.isEmpty || !segment.words.isEmpty {
      let content = Array(segment.text.utf8)
      if !bytes[place...].starts(with: content) { place = min(place + 1, bytes.count) }
      let end = min(place + content.count, bytes.count)
      var next = place
      for word in segment.words {
        let range = bytes.firstRange(of: Array(word.text.utf8), in: next..<end) ?? next..<next
        ranges.append(range)
        next = range.upperBound
      }
      place = end
    }
    return ranges
  }
}

extension Transcript: Equatable {
  /// Everything else is derived from the transcription.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.transcription == rhs.transcription
  }
}

extension [UInt8] {
  fileprivate func firstRange(of other: [UInt8], in bounds: Range<Int>) -> Range<Int>? {
    guard let first = other.first, other.count <= bounds.count
    else { return nil }
    for start in bounds.lowerBound...(bounds.upperBound - other.count)
    where self[start] == first && self[start...].starts(with: other) {
      return start..<start + other.count
    }
    return nil
  }
}
