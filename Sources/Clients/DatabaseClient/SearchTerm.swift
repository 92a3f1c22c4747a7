/// Words that must occur in what is found, one after the other.
public struct SearchTerm: Hashable, Sendable {
  /// The words as they were typed, with white space between them.
  public let words: String
  /// Whether the last word may go on.
  public let isBeginning: Bool

  /// `nil` where there is nothing in it that could be found.
  fileprivate init?(_ text: Substring) {
    isBeginning = text.hasSuffix("*")
    words = String(isBeginning ? text.dropLast() : text)
    guard words.contains(where: { $0.isLetter || $0.isNumber })
    else { return nil }
  }

  /// How many words it has. Of a script without spaces, a few signs count as one.
  fileprivate var wordCount: Int {
    words.split(whereSeparator: \.isWhitespace).reduce(0) { count, word in
      count + 1 + word.lazy.filter(SearchText.isSign).count / Self.signsOfWord
    }
  }

  private static let signsOfWord = 16
}

extension SearchQuery {
  /// What must occur: each word, or each phrase in quotes, once. All else is taken as text: nothing
  /// that a person types can be a syntax error.
  ///
  /// - Throws: ``DatabaseError/tooManyWords(limit:)``: an index joins words in a time that grows
  ///   with the square of their number.
  public func terms() throws(DatabaseError) -> [SearchTerm] {
    var terms: [SearchTerm] = []
    var known: Set<SearchTerm> = []
    var wordCount = 0
    // Between an odd and an even quote stands a phrase; one that is never closed runs to the end.
    let pieces = parts.words.split(separator: "\"", omittingEmptySubsequences: false)
    for (index, piece) in pieces.enumerated() {
      let isPhrase = !index.isMultiple(of: 2)
      for text in isPhrase ? [piece] : piece.split(whereSeparator: \.isWhitespace) {
        // A word that is there already asks for nothing new.
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
