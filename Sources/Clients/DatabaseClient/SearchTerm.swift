/// Words that a search is for.
///
/// What a person types is words joined by "and"; `"several words"` are a phrase; `*` at the end of a
/// word finds everything that begins so. All else is taken as text: nothing that a person types can
/// be a syntax error.
package enum SearchTerm: Hashable, Sendable {
  case phrase(Substring)
  /// A phrase whose last word may go on.
  case beginning(Substring)

  /// The terms of a text, each once.
  ///
  /// - Throws: ``DatabaseError/tooManyWords(limit:)``: an index joins words in a time that grows with
  ///   the square of their number.
  package static func all(in text: String) throws(DatabaseError) -> [Self] {
    var terms: [Self] = []
    var known: Set<Self> = []
    var wordCount = 0
    for (isPhrase, part) in parts(of: text) {
      let words = isPhrase ? [part] : part.split(whereSeparator: \.isWhitespace)
      for word in words {
        // A word that is there already asks for nothing new.
        guard let term = Self(word), known.insert(term).inserted
        else { continue }
        wordCount += isPhrase ? word.split(whereSeparator: \.isWhitespace).count : 1
        guard wordCount <= SearchQuery.wordLimit
        else { throw .tooManyWords(limit: SearchQuery.wordLimit) }
        terms.append(term)
      }
    }
    return terms
  }

  private init?(_ text: Substring) {
    let isBeginning = text.hasSuffix("*")
    let words = isBeginning ? text.dropLast() : text
    guard words.contains(where: { $0.isLetter || $0.isNumber })
    else { return nil }
    self = isBeginning ? .beginning(words) : .phrase(words)
  }

  /// Between an odd and an even quote stands a phrase; one that is never closed runs to the end.
  private static func parts(of text: String) -> [(isPhrase: Bool, text: Substring)] {
    text.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
      .map { (!$0.offset.isMultiple(of: 2), $0.element) }
  }
}
