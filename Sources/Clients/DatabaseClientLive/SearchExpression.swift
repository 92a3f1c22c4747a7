import DatabaseClient

/// What a person typed, as an expression of SQLite's full-text index.
///
/// Words are joined by "and"; `"several words"` are a phrase; `*` at the end of a word finds
/// everything that begins so. All else is taken as text: nothing that a person types can be a
/// syntax error.
struct SearchExpression {
  /// The expression, or `nil` where the text holds nothing to search for.
  let fts5: String?

  /// - Throws: ``DatabaseError/tooManyWords(limit:)``: the index joins words in a time that grows
  ///   with the square of their number.
  init(_ text: String) throws(DatabaseError) {
    var terms: [String] = []
    var known: Set<String> = []
    var wordCount = 0
    for (isPhrase, part) in Self.parts(of: text) {
      let words = isPhrase ? [part] : part.split(whereSeparator: \.isWhitespace)
      for word in words {
        // A word that is there already asks for nothing new.
        guard let term = Self.term(word), known.insert(term).inserted
        else { continue }
        wordCount += isPhrase ? word.split(whereSeparator: \.isWhitespace).count : 1
        guard wordCount <= SearchQuery.wordLimit
        else { throw .tooManyWords(limit: SearchQuery.wordLimit) }
        terms.append(term)
      }
    }
    fts5 = terms.isEmpty ? nil : terms.joined(separator: " ")
  }

  /// Between an odd and an even quote stands a phrase; one that is never closed runs to the end.
  private static func parts(of text: String) -> [(isPhrase: Bool, text: Substring)] {
    text.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
      .map { (!$0.offset.isMultiple(of: 2), $0.element) }
  }

  private static func term(_ text: Substring) -> String? {
    let isPrefix = text.hasSuffix("*")
    let words = isPrefix ? text.dropLast() : text
    guard words.contains(where: { $0.isLetter || $0.isNumber })
    else { return nil }
    return "\"\(words)\"\(isPrefix ? "*" : "")"
  }
}
