import Foundation
import TerminalUI
public import SharedModels

/// A transcript as one text in paragraphs. Offsets and ranges are in the text's UTF-8.
public struct Transcript: Sendable {
  public struct Paragraph: Equatable, Sendable {
    public let offset: Int
    public let start: Duration
  }

  public private(set) var transcription: Transcription
  var folded: FoldedText?
  public let paragraphs: [Paragraph]
  public let segmentRanges: [Range<Int>]
  public let speakerRanges: [Range<Int>]
  /// With speaker labels, and with a line break after each paragraph.
  public let text: String
  public let lowConfidenceRanges: [Range<Int>]
  public let wordOffsets: [Int]
  public let ranges: [Range<Int>]

  public init(_ transcription: Transcription) {
    self.transcription = transcription
    let page = TranscriptPage(transcription)
    paragraphs = page.paragraphs
    segmentRanges = page.segmentRanges
    speakerRanges = page.speakerRanges
    text = String(decoding: page.text, as: UTF8.self)
    ranges = page.wordRanges
    wordOffsets = ranges.map(\.lowerBound)
    lowConfidenceRanges = zip(ranges, transcription.words).compactMap {
      $1.confidence < Self.confidenceThreshold ? $0 : nil
    }
  }

  /// Below, one in four words is wrong, above, one in forty (`Benchmarks/Engine/calibration.py`).
  private static let confidenceThreshold = 0.8

  mutating func apply(_ edit: PlaybackFeature.UnsavedChange.Edit) -> Bool {
    var edited = transcription
    let fits =
      switch edit {
      case .speakers(let edit): edited.apply(edit)
      case .text(let edit): edited.apply(edit)
      }
    if fits { self = Self(edited) }
    return fits
  }

  func lastWord(before time: Duration) -> Int? {
    let index = transcription.words.partitioningIndex { $0.start <= time }
    return index == 0 ? nil : index - 1
  }

  func segment(ofWord word: Int?) -> Int? {
    let words = transcription.words
    if let word, words.indices.contains(word) { return words.location(of: word).segment }
    return transcription.segments.isEmpty ? nil : 0
  }

  func paragraph(ofWord word: Int?) -> Range<Int>? {
    guard let segment = segment(ofWord: word)
    else { return nil }
    return paragraph(at: segmentRanges[segment].lowerBound)
  }

  private func paragraph(at offset: Int) -> Range<Int>? {
    let next = paragraphs.partitioningIndex { $0.offset <= offset }
    let end = paragraphs.indices.contains(next) ? paragraphs[next].offset : text.utf8.count
    guard next > 0
    else { return nil }
    let bounds = paragraphs[next - 1].offset..<end
    // A segment without text has no place in the page.
    func isMember(_ range: Range<Int>) -> Bool {
      !range.isEmpty && bounds.contains(range.lowerBound)
    }
    guard let first = segmentRanges.firstIndex(where: isMember),
      let last = segmentRanges.lastIndex(where: isMember)
    else { return nil }
    return first..<last + 1
  }

  /// The segments of the paragraph nearest to `place` with exactly this text.
  func paragraph(matching text: String, near place: Int?) -> Range<Int>? {
    let ranges = paragraphs.compactMap { paragraph(at: $0.offset) }
      .filter { TextFieldState(self.text(of: $0)).text == text }
    guard let place
    else { return ranges.first }
    return ranges.min { abs($0.lowerBound - place) < abs($1.lowerBound - place) }
  }

  func textRange(of segments: Range<Int>) -> Range<Int>? {
    guard !segments.isEmpty, segments.clamped(to: segmentRanges.indices) == segments
    else { return nil }
    let last = segmentRanges[segments].last { !$0.isEmpty }
    return last.map { segmentRanges[segments.lowerBound].lowerBound..<$0.upperBound }
  }

  func text(of segments: Range<Int>) -> String {
    guard let range = textRange(of: segments)
    else { return "" }
    let start = text.utf8.index(text.startIndex, offsetBy: range.lowerBound)
    return String(text[start..<text.utf8.index(start, offsetBy: range.count)])
  }

  func firstWord(ofSegment segment: Int) -> Int? {
    let range = segmentRanges[segment]
    let index = ranges.partitioningIndex { $0.lowerBound < range.lowerBound }
    return ranges.indices.contains(index) && range.contains(ranges[index].lowerBound) ? index : nil
  }

  func word(_ distance: Int, segmentsFrom word: Int) -> Int {
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

  /// The first word of the paragraph at that distance, or of the first or the last one.
  func word(_ distance: Int, paragraphsFrom word: Int) -> Int {
    let current = paragraphs.partitioningIndex { $0.offset <= wordOffsets[word] } - 1
    let target = current + distance
    guard target < paragraphs.count
    else { return word }
    let offset = paragraphs[max(0, target)].offset
    return min(wordOffsets.partitioningIndex { $0 < offset }, wordOffsets.count - 1)
  }

  func edit(segment: Int, text: String, at date: Date) -> TranscriptionEdit? {
    transcription.edit(segment: segment, text: text, at: date)
  }

  /// The word at a UTF-8 offset, or the last one before it.
  func word(at offset: Int) -> Int? {
    let index = ranges.partitioningIndex { $0.lowerBound <= offset } - 1
    return ranges.isEmpty ? nil : max(0, index)
  }
}

extension Transcript: Equatable {
  /// Everything else is derived from the transcription.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.transcription == rhs.transcription
  }
}
