extension [Segment] {
  /// Words typed at the ends may take the time between `start` and `end`.
  func edited(text: String, from start: Duration = .zero, to end: Duration? = nil) -> [Segment] {
    guard !isEmpty
    else {
      return text.trimmed.isEmpty
        ? [] : [Segment(start: .zero, end: .zero, text: text.trimmed)]
    }
    var editor = SegmentEditor(segments: self, text: text, start: start, end: end)
    editor.placeTokens()
    return editor.joined()
  }
}

private struct SegmentEditor {
  let segments: [Segment]
  let text: String
  let start: Duration
  let end: Duration?
  var old: [OldToken]
  let new: [NewToken]
  var placed: [[(range: Range<String.Index>, word: Word?)]]

  init(segments: [Segment], text: String, start: Duration, end: Duration?) {
    self.segments = segments
    self.text = text
    self.start = start
    self.end = end
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
    guard !inserted.isEmpty
    else { return }
    let texts = inserted.map { String(text[new[$0].range]) }
    guard !segments[segment].words.isEmpty
    else {
      placed[segment] += inserted.map { (new[$0].range, nil) }
      return
    }
    let words = old[removed].compactMap(\.word)
    let (start, end) = time(of: texts, insteadOf: removed, in: segment)
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

  /// The time of the removed words, or of the silence there. If short, the neighbors give up some.
  private mutating func time(
    of texts: [String], insteadOf removed: Range<Int>, in segment: Int
  ) -> (start: Duration, end: Duration) {
    let silence = silence(around: removed, in: segment)
    let words = old[removed].compactMap(\.word)
    var (start, end) = silence
    if let first = words.first, let last = words.last {
      (start, end) = (first.start, max(last.end, first.start))
    } else {
      let spoken = Duration.milliseconds(200) * texts.reduce(0) { $0 + $1.syllableCount }
      if removed.lowerBound > 0 {
        end = min(end, start + spoken)
      } else {
        start = max(start, end - spoken)
      }
    }
    let previous = word(at: removed.lowerBound - 1, of: segment).flatMap { _ in
      placed[segment].last?.word
    }
    let next = old.indices.contains(removed.upperBound) ? old[removed.upperBound].word : nil
    let shortest = Self.reach * [previous, next].count { $0 != nil }
    end = max(end, min(start + shortest, silence.end))
    start = min(start, max(end - shortest, silence.start))
    let missing = shortest - (end - start)
    guard missing > .zero
    else { return (start, end) }

    let lengths: [Duration] = [previous, next].map {
      $0.map { max(.zero, $0.end - $0.start) } ?? .zero
    }
    var gifts = lengths.map { min(Self.reach, $0 / 2) }
    // Only from a typed word where there is one, so that repeated edits move no other word.
    let isTyped = [previous, next].map { $0?.confidence == 1 }
    if isTyped[0] != isTyped[1] { gifts[isTyped[0] ? 1 : 0] = .zero }
    gifts[0] = min(gifts[0], max(missing / 2, missing - gifts[1]))
    gifts[1] = min(gifts[1], missing - gifts[0])
    if gifts[0] > .zero {
      start -= gifts[0]
      placed[segment][placed[segment].count - 1].word?.end = start
    }
    if gifts[1] > .zero {
      end += gifts[1]
      old[removed.upperBound].word?.start = end
    }
    return (start, end)
  }

  private static let reach = Duration.milliseconds(20)

  private func silence(
    around removed: Range<Int>, in segment: Int
  ) -> (start: Duration, end: Duration) {
    var start = start
    if removed.lowerBound > 0 {
      let before = old[removed.lowerBound - 1].segment
      start = placed[before].last?.word?.end ?? segments[before].end
      if before < segment { start = max(start, segments[segment - 1].end) }
    }
    var end = max(segments[segment].end, end ?? .zero)
    if removed.upperBound < old.count {
      let next = old[removed.upperBound]
      end = next.word?.start ?? segments[next.segment].start
    }
    return (start, max(start, end))
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
