import SharedModels

/// Splits a transcript at speakers and pauses into parts that fit a model's context.
enum TranscriptSplitter {
  /// Returns the parts in order. Each has at most `limit` bytes, unless it is one word. A part ends
  /// in the second half of the limit: at the last change of speakers, or else at the longest pause.
  static func parts(of words: [Word], in range: Range<Int>, limit: Int) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var start = range.lowerBound
    while start < range.upperBound {
      let end = end(of: words, from: start, to: range.upperBound, limit: limit)
      parts.append(start..<end)
      start = end
    }
    return parts
  }

  private static func end(of words: [Word], from start: Int, to end: Int, limit: Int) -> Int {
    var size = 0
    var half = start + 1
    var limitIndex = start
    while limitIndex < end {
      size += Self.size(of: words, at: limitIndex)
      if size > limit, limitIndex > start { break }
      limitIndex += 1
      if size <= limit / 2 { half = limitIndex }
    }
    guard limitIndex < end
    else { return end }
    let cuts = min(half, limitIndex)...limitIndex
    if let change = cuts.last(where: { words[$0].speaker != words[$0 - 1].speaker }) {
      return change
    }
    return cuts.reversed().max { first, second in
      let pauses = (words.pause(before: first), words.pause(before: second))
      if pauses.0 != pauses.1 { return pauses.0 < pauses.1 }
      return !words[first - 1].endsSentence && words[second - 1].endsSentence
    } ?? limitIndex
  }

  /// The bytes of a word in the prompt, with the line that a change of speakers begins.
  static func size(of words: [Word], at index: Int) -> Int {
    let beginsLine = index == 0 || words[index].speaker != words[index - 1].speaker
    return words[index].text.utf8.count + 1 + (beginsLine ? 16 : 0)
  }
}

extension [Word] {
  func pause(before index: Int) -> Duration { self[index].start - self[index - 1].end }
}

extension Word {
  fileprivate var endsSentence: Bool {
    text.last.map { ".?!。？！".contains($0) } ?? false
  }
}
