import Foundation
public import SharedModels

/// A transcript as one text in paragraphs, and where each of its words is in it.
public struct Transcript: Sendable {
  /// A part of the text that begins on a line of its own.
  public struct Paragraph: Equatable, Sendable {
    /// Where it begins, in the text's UTF-8.
    public let offset: Int
    /// When it is said.
    public let start: Duration
  }

  public private(set) var transcription: Transcription
  /// The text as it is looked through, once it has been.
  var folded: FoldedText?
  /// The parts of the text, which end where somebody pauses, or another one begins to speak.
  public let paragraphs: [Paragraph]
  /// The UTF-8 range of each segment in the text.
  public let segmentRanges: [Range<Int>]
  /// The UTF-8 ranges that say who speaks, where another one begins.
  public let speakerRanges: [Range<Int>]
  /// All that was said, and by whom, with a line break after each paragraph.
  public let text: String
  /// The UTF-8 ranges of the words that the engine is not sure of.
  public let unsureRanges: [Range<Int>]
  /// Where each word begins in the text's UTF-8.
  public let places: [Int]
  /// The UTF-8 range of each word of ``SharedModels/Transcription/words`` in the text.
  public let ranges: [Range<Int>]

  public init(_ transcription: Transcription) {
    self.transcription = transcription
    let page = TranscriptPage(transcription)
    paragraphs = page.paragraphs
    segmentRanges = page.segmentRanges
    speakerRanges = page.speakerRanges
    text = String(decoding: page.text, as: UTF8.self)
    ranges = page.wordRanges
    places = ranges.map(\.lowerBound)
    unsureRanges = zip(ranges, transcription.words).compactMap {
      $1.confidence < Self.sureness ? $0 : nil
    }
  }

  /// Of the words of less confidence about one in four is wrong, of the others one in forty, by
  /// `Benchmarks/Engine/calibration.py`.
  private static let sureness = 0.8

  /// Applies an edit if it fits; returns whether it did.
  mutating func apply(_ edit: TranscriptionEdit) -> Bool {
    var edited = transcription
    guard edited.apply(edit)
    else { return false }
    self = Self(edited)
    return true
  }

  /// Changes who speaks, if that fits; returns whether it did.
  mutating func apply(_ edit: SpeakerEdit) -> Bool {
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

  /// The first word of a segment, if it has words.
  func firstWord(ofSegment segment: Int) -> Int? {
    let range = segmentRanges[segment]
    let index = ranges.partitioningIndex { $0.lowerBound >= range.lowerBound }
    return ranges.indices.contains(index) && range.contains(ranges[index].lowerBound) ? index : nil
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
    // The sentence alone: what is typed at its beginning is not the end of the one before.
    var sentence = transcription
    sentence.segments = [transcription.segments[segment]]
    return sentence.edit(text: text, at: date).map { edit in
      TranscriptionEdit(
        position: segment + edit.position, removed: edit.removed, inserted: edit.inserted,
        editedAtBefore: edit.editedAtBefore, editedAtAfter: edit.editedAtAfter)
    }
  }

  /// The word at a place of the text, or the last one before it.
  func word(at offset: Int) -> Int? {
    let index = ranges.partitioningIndex { $0.lowerBound > offset } - 1
    return ranges.isEmpty ? nil : max(0, index)
  }
}

extension Transcript: Equatable {
  /// Everything else is derived from the transcription.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.transcription == rhs.transcription
  }
}

extension RandomAccessCollection<Range<Int>> where Index == Int {
  /// The first index from which on the condition holds.
  func partitioningIndex(where condition: (Range<Int>) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if condition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
