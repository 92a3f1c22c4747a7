extension [Segment] {
  func edited(text: String) -> [Segment] {
    guard !isEmpty
    else {
      return text.trimmed.isEmpty
        ? [] : [Segment(start: .zero, end: .zero, text: text.trimmed)]
    }
    var editor = SegmentEditor(segments: self, text: text)
    editor.placeTokens()
    return editor.joined()
  }
}

private struct SegmentEditor {
  let segments: [Segment]
  let text: String
  let old: [OldToken]
  let new: [NewToken]
  var placed: [[(range: Range<String.Index>, word: Word?)]]

  init(segments: [Segment], text: String) {
    self.segments = segments
    self.text = text
    old = segments.editTokens
    new = text.editTokens(known: Set(segments.lazy.flatMap(\.words).map(\.text)))
    placed = Array(repeating: [], count: segments.count)
  }

  mutating func placeTokens() {
    let matches = matching(old: old.map(\.key), new: new.map(\.key))
    var (oldIndex, newIndex) = (0, 0)
    var segment = old.first?.segment ?? 0
    while oldIndex < old.count || newIndex < new.count {
      let inserted = newIndex..<(matches[newIndex...].firstIndex { $0 != nil } ?? new.count)
      let kept = inserted.upperBound < new.count ? matches[inserted.upperBound] : nil
      let removed = oldIndex..<(kept ?? old.count)
      if let first = removed.first { segment = old[first].segment }
      insert(inserted, insteadOf: removed, into: segment)
      (oldIndex, newIndex) = (removed.upperBound, inserted.upperBound)
      guard oldIndex < old.count, newIndex < new.count
      else { continue }
      segment = old[oldIndex].segment
      var word = old[oldIndex].word
      word?.text = String(text[new[newIndex].range])
      placed[segment].append((new[newIndex].range, word))
      (oldIndex, newIndex) = (oldIndex + 1, newIndex + 1)
    }
  }

  private mutating func insert(
    _ inserted: Range<Int>, insteadOf removed: Range<Int>, into segment: Int
  ) {
    let texts = inserted.map { String(text[new[$0].range]) }
    guard !segments[segment].words.isEmpty
    else {
      placed[segment] += inserted.map { (new[$0].range, nil) }
      return
    }
    let words = old[removed].compactMap(\.word)
    let (start, end): (Duration, Duration)
    if let first = words.first, let last = words.last {
      (start, end) = (first.start, max(last.end, first.start))
    } else {
      (start, end) = silence(before: removed.lowerBound, in: segment, for: texts)
    }
    // Inserted words get the speaker of those they replace, or of a neighbor.
    let neighbors = [words.first, word(at: removed.lowerBound - 1, of: segment)]
    let speaker = (neighbors + [word(at: removed.upperBound, of: segment)])
      .lazy.compactMap { $0?.speaker }.first
    for (index, time) in zip(
      inserted,
      sharedTimes(
        of: texts.map(\.syllableCount), from: start, to: end))
    {
      let word = Word(
        text: String(text[new[index].range]), start: time.start, end: time.end, speaker: speaker)
      placed[segment].append((new[index].range, word))
    }
  }

  /// The time between two old words, limited to what saying the new ones takes.
  private func silence(
    before index: Int, in segment: Int, for texts: [String]
  ) -> (start: Duration, end: Duration) {
    let previous = word(at: index - 1, of: segment)
    let next = word(at: index, of: segment)
    let start =
      previous?.end ?? min(segments[segment].start, next?.start ?? segments[segment].start)
    let end = max(next?.start ?? segments[segment].end, start)
    let spoken = Duration.milliseconds(200) * texts.reduce(0) { $0 + $1.syllableCount }
    return (start, min(end, start + spoken))
  }

  private func word(at index: Int, of segment: Int) -> Word? {
    old.indices.contains(index) && old[index].segment == segment ? old[index].word : nil
  }

  func joined() -> [Segment] {
    let parts = parts()
    var result: [Segment] = []
    for (index, part) in parts.enumerated() {
      var segment = part.segment
      if let range = part.range {
        segment.words = part.words
        segment.text = text(
          of: part.segment, range: range,
          upTo: parts[(index + 1)...].lazy.compactMap(\.range?.lowerBound).first)
        segment.start = min(segment.start, part.words.first?.start ?? segment.start)
        segment.end = max(segment.end, part.words.last?.end ?? segment.end)
      }
      if let last = result.last, last.end > parts[index - 1].segment.end {
        segment.start = max(segment.start, last.end)
        segment.end = max(segment.end, segment.start)
      }
      result.append(segment)
    }
    return result
  }

  private struct Part {
    var segment: Segment
    var range: Range<String.Index>?
    var words: [Word]
  }

  /// Merges two segments if their texts are now written as one word.
  private func parts() -> [Part] {
    let hadText = Set(old.map(\.segment))
    var parts: [Part] = []
    for (index, (segment, tokens)) in zip(segments, placed).enumerated() {
      guard let first = tokens.first, let last = tokens.last
      else {
        if !hadText.contains(index) {
          parts.append(Part(segment: segment, range: nil, words: []))
        }
        continue
      }
      let range = first.range.lowerBound..<last.range.upperBound
      let words = tokens.compactMap(\.word)
      if let previous = parts.lastIndex(where: { $0.range != nil }),
        let before = parts[previous].range, before.upperBound == range.lowerBound,
        text[text.index(before: range.lowerBound)].needsSpace(before: text[range.lowerBound])
      {
        parts[previous].range = before.lowerBound..<range.upperBound
        parts[previous].words += words
        parts[previous].segment.end = max(parts[previous].segment.end, segment.end)
        parts.removeSubrange((previous + 1)...)
      } else {
        parts.append(Part(segment: segment, range: range, words: words))
      }
    }
    return parts
  }

  /// Keeps the old text if only invisible white space around it changed.
  private func text(
    of segment: Segment, range: Range<String.Index>, upTo next: String.Index?
  ) -> String {
    let new = text[range]
    let gap = next.map { text[range.upperBound..<$0] } ?? ""
    let usual = next.map {
      text[text.index(before: range.upperBound)].needsSpace(before: text[$0]) ? " " : ""
    }
    guard next == nil || usual == String(gap)
    else { return String(new + gap) }
    let edges = [segment.text.first, segment.text.last]
    return segment.text.trimmed == new && !edges.contains { $0?.isNewline == true }
      ? segment.text : String(new)
  }
}
