public struct SearchTerm: Hashable, Sendable {
  public let words: String
  /// True if the last word matches as a prefix.
  public let isPrefix: Bool

  fileprivate init?(_ text: Substring) {
    isPrefix = text.hasSuffix("*")
    words = String(isPrefix ? text.dropLast() : text)
    guard words.contains(where: { $0.isLetter || $0.isNumber })
    else { return nil }
  }

  fileprivate var wordCount: Int {
    words.split(whereSeparator: \.isWhitespace).reduce(0) { count, word in
      count + 1 + word.lazy.filter(SearchText.isUnspacedCharacter).count / Self.charactersPerWord
    }
  }

  private static let charactersPerWord = 16
}

extension SearchQuery {
  /// Distinct words and phrases. Throws ``DatabaseError/tooManyWords(limit:)``: time is quadratic.
  public func terms() throws(DatabaseError) -> [SearchTerm] {
    var terms: [SearchTerm] = []
    var known: Set<SearchTerm> = []
    var wordCount = 0
    // Every second piece was in quotes. An unclosed quote runs to the end.
    let pieces = parts.words.split(separator: "\"", omittingEmptySubsequences: false)
    for (index, piece) in pieces.enumerated() {
      let isPhrase = !index.isMultiple(of: 2)
      for text in isPhrase ? [piece] : piece.split(whereSeparator: \.isWhitespace) {
        guard let term = SearchTerm(text), known.insert(term).inserted
        else { continue }
        wordCount += term.wordCount
        guard wordCount <= Self.wordLimit
        else { throw .tooManyWords(limit: Self.wordLimit) }
        terms.append(term)
      }
    }
    return terms
  }
}
