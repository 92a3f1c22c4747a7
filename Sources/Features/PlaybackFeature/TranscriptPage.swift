import SharedModels

struct TranscriptPage {
  private(set) var paragraphs: [Transcript.Paragraph] = []
  private(set) var segmentRanges: [Range<Int>] = []
  private(set) var speakerRanges: [Range<Int>] = []
  /// UTF-8. A paragraph ends with a line break instead of a space.
  private(set) var text: [UInt8]
  private(set) var wordRanges: [Range<Int>] = []

  private static let pause = Duration.seconds(2.5)
  /// In bytes. A longer paragraph ends with its sentence.
  private static let longest = 600

  private var speaker: Speaker.ID?

  init(_ transcription: Transcription) {
    text = Array(transcription.text.utf8)
    var last: Segment?
    for segment in transcription.segments {
      guard !segment.text.isEmpty || !segment.words.isEmpty
      else {
        segmentRanges.append(text.endIndex..<text.endIndex)
        continue
      }
      let other = segment.speaker == speaker ? nil : transcription.speaker(segment.speaker)
      add(segment, after: last, by: other)
      last = segment
    }
  }

  private mutating func add(_ segment: Segment, after last: Segment?, by other: Speaker?) {
    let content = Array(segment.text.utf8)
    var place = segmentRanges.last { !$0.isEmpty }?.upperBound ?? 0
    let hasSpace = !text[place...].starts(with: content)
    if hasSpace { place = min(place + 1, text.count) }
    if other != nil || beginsParagraph(segment, after: last, at: place), last == nil || hasSpace {
      if last != nil { text[place - 1] = UInt8(ascii: "\n") }
      paragraphs.append(Transcript.Paragraph(offset: place, start: segment.start))
      if let other {
        speaker = other.id
        let label = Array(other.label.withoutControls.utf8) + [UInt8(ascii: ":")]
        text.insert(contentsOf: label + [UInt8(ascii: " ")], at: place)
        speakerRanges.append(place..<place + label.count)
        place += label.count + 1
      }
    }
    let end = min(place + content.count, text.count)
    var next = place
    for word in segment.words {
      let range = text.firstRange(of: Array(word.text.utf8), in: next..<end) ?? next..<next
      wordRanges.append(range)
      next = range.upperBound
    }
    segmentRanges.append(place..<end)
  }

  private func beginsParagraph(_ segment: Segment, after last: Segment?, at place: Int) -> Bool {
    guard let last, let paragraph = paragraphs.last
    else { return true }
    if segment.start - last.end >= Self.pause { return true }
    let endsSentence = last.text.last.map { ".?!\u{2026}\"\u{201d}".contains($0) } ?? false
    return place - paragraph.offset >= Self.longest && endsSentence
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
