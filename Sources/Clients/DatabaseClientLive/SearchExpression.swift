/// What a person typed, as an expression of SQLite's full-text index.
///
/// Words are joined by "and"; `"several words"` are a phrase; `*` at the end of a word finds
/// everything that begins so. All else is taken as text: nothing that a person types can be a
/// syntax error.
struct SearchExpression {
  /// The expression, or `nil` where the text holds nothing to search for.
  let fts5: String?

  init(_ text: String) {
    var terms: [String] = []
    for (position, part) in text.split(separator: "\"", omittingEmptySubsequences: false)
      .enumerated()
    {
      // Between an odd and an even quote stands a phrase; one that is never closed runs to the end.
      if position.isMultiple(of: 2) {
        terms += part.split(whereSeparator: \.isWhitespace).compactMap { Self.term($0) }
      } else {
        terms += [Self.term(part)].compactMap(\.self)
      }
    }
    fts5 = terms.isEmpty ? nil : terms.joined(separator: " ")
  }

  private static func term(_ text: Substring) -> String? {
    let isPrefix = text.hasSuffix("*")
    let words = isPrefix ? text.dropLast() : text
    guard words.contains(where: { $0.isLetter || $0.isNumber })
    else { return nil }
    return "\"\(words)\"\(isPrefix ? "*" : "")"
  }
}
