import DatabaseClient
import DatabaseSQL

struct SearchExpression {
  private let terms: [SearchTerm]

  init(_ query: SearchQuery) throws(DatabaseError) {
    terms = try query.terms()
  }

  var isEmpty: Bool { terms.isEmpty }

  /// Replaces prefixes by words: FTS5 reads a word's memos lazily, but all memos of a prefix first.
  func words(_ session: LibrarySession) throws -> String {
    var room = Self.completionLimit
    return try terms.map { term in
      guard let beginning = term.longPrefix,
        let words = try session.words(startingWith: beginning, limit: room)
      else { return term.fts5 { $0 } }
      room -= words.count
      // An empty list would be a syntax error, and the prefix has no match either.
      return words.isEmpty
        ? term.fts5 { $0 } : "(\(words.map { "\"\($0)\"" }.joined(separator: " OR ")))"
    }.joined(separator: " AND ")
  }

  var signs: String {
    terms.map { $0.fts5(SearchText.separated) }.joined(separator: " AND ")
  }

  private static let completionLimit = 500
}

extension SearchTerm {
  fileprivate func fts5(_ spelling: (String) -> String) -> String {
    "\"\(spelling(words))\"\(isPrefix ? "*" : "")"
  }

  /// A prefix longer than those in the index's prefix tables, if its spelling there is certain.
  fileprivate var longPrefix: String? {
    guard isPrefix, words.utf8.count > 3,
      words.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x7a).contains($0 | 0x20) })
    else { return nil }
    return words.lowercased()
  }
}

extension LibrarySession {
  /// `nil` if there are more.
  fileprivate func words(startingWith beginning: String, limit: Int) throws -> [String]? {
    try connection.execute(
      """
      CREATE VIRTUAL TABLE IF NOT EXISTS temp.spoken_words
        USING fts5vocab (main, text_index, instance)
      """)
    var words: [String] = []
    var place = beginning
    // Seeks from word to word. A query for all words would read every occurrence of each.
    while let word = try first(
      "SELECT term FROM temp.spoken_words WHERE term >= \(place) LIMIT 1", row: { $0.text("term") }),
      word.hasPrefix(beginning)
    {
      guard words.count < limit
      else { return nil }
      words.append(word)
      // No word sorts between this and `word`.
      place = word + "\u{1}"
    }
    return words
  }
}
