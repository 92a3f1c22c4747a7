import SharedModels

struct QuoteFinder: Sendable {
  let words: [Word]
  private let allowsWindows: Bool
  private let places: [Int]
  private let tokens: [QuoteToken]

  /// The longest quote that need not match exactly. More is not a quote.
  private static let windowLimit = 100

  init(_ words: [Word], language: String?) {
    self.words = words
    allowsWindows = language.map(CriticalWords.languages.contains) ?? false
    var places: [Int] = []
    var tokens: [QuoteToken] = []
    for (index, word) in words.enumerated() {
      for token in QuoteToken.all(in: word.text) {
        places.append(index)
        tokens.append(token)
      }
    }
    self.places = places
    self.tokens = tokens
  }

  /// Returns the words of `range` that a text quotes, whatever the case and punctuation. Of four or
  /// more words, 90 percent may match in order in one window, with every negation and number.
  func quote(_ text: String, in range: Range<Int>) -> Summary.Quote? {
    let quote = QuoteToken.all(in: text)
    guard !quote.isEmpty
    else { return nil }
    let lower = places.partitioningIndex { $0 < range.lowerBound }
    let upper = places.partitioningIndex { $0 < range.upperBound }
    guard let match = exact(quote, in: lower..<upper) ?? window(quote, in: lower..<upper)
    else { return nil }
    let found = places[match.lowerBound]..<places[match.upperBound - 1] + 1
    let spoken = words[found]
    return Summary.Quote(
      text: spoken.map(\.text).joinedAsText(), words: found,
      start: spoken.first?.start ?? .zero, end: spoken.last?.end ?? .zero)
  }

  private func exact(_ quote: [QuoteToken], in range: Range<Int>) -> Range<Int>? {
    guard quote.count <= range.count
    else { return nil }
    let starts = range.lowerBound...range.upperBound - quote.count
    return starts.first { start in
      quote.indices.allSatisfy { tokens[start + $0].key == quote[$0].key }
    }.map { $0..<$0 + quote.count }
  }

  private func window(_ quote: [QuoteToken], in range: Range<Int>) -> Range<Int>? {
    guard allowsWindows, (4...Self.windowLimit).contains(quote.count),
      !quote.contains(where: \.isUnspaced)
    else { return nil }
    let needed = (quote.count * 9 + 9) / 10
    let length = (quote.count * 10 + 8) / 9
    let firsts = Set(quote.prefix(quote.count - needed + 1).map(\.key))
    var best: (matches: Int, range: Range<Int>)?
    for start in range where firsts.contains(tokens[start].key) {
      let window = start..<min(start + length, range.upperBound)
      guard let (matches, count) = alignment(of: quote, with: window),
        matches >= needed, matches > best?.matches ?? 0
      else { continue }
      best = (matches, start..<start + count)
    }
    return best?.range
  }

  /// The most matches from the window's start, skipping no critical word, and the length matched.
  private func alignment(
    of quote: [QuoteToken], with window: Range<Int>
  ) -> (matches: Int, length: Int)? {
    // The most matches of the quote's beginning with each beginning of the window, or -1.
    var row = [0] + Array(repeating: -1, count: window.count)
    for token in quote {
      var next = [token.isCritical ? -1 : row[0]]
      for (column, index) in window.enumerated() {
        var most = token.isCritical ? -1 : row[column + 1]
        if row[column] >= 0, tokens[index].key == token.key { most = max(most, row[column] + 1) }
        if column > 0, !tokens[index].isCritical { most = max(most, next[column]) }
        next.append(most)
      }
      row = next
    }
    guard let most = row.max(), most > 0, let length = row.firstIndex(of: most)
    else { return nil }
    return (most, length)
  }
}

extension Transcription {
  /// All words, with those of segments that have none at the segment's time.
  var spokenWords: [Word] {
    segments.flatMap { segment in
      guard segment.words.isEmpty
      else { return segment.words }
      return segment.text.split(whereSeparator: \.isWhitespace).map {
        Word(text: String($0), start: segment.start, end: segment.end)
      }
    }
  }
}
