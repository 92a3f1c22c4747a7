import DatabaseClient
import SQLite

/// What a person typed, as an expression of SQLite's full-text indexes: words are joined by "and".
struct SearchExpression {
  private let terms: [SearchTerm]

  /// - Throws: ``DatabaseError/tooManyWords(limit:)``.
  init(_ query: SearchQuery) throws(DatabaseError) {
    terms = try query.terms()
  }

  /// Whether there is nothing to search for.
  var isEmpty: Bool { terms.isEmpty }

  /// The expression as the index of words takes it.
  ///
  /// A beginning is written as the words that the library has for it: the index reads one word's
  /// memos as they are asked for, but would read all memos of all words with a beginning before it
  /// named the first.
  func words(_ connection: Connection) throws -> String {
    var room = Self.completionLimit
    return try terms.map { term in
      guard let beginning = term.longBeginning,
        let words = try connection.words(beginningWith: beginning, limit: room)
      else { return term.fts5 { $0 } }
      room -= words.count
      // Joined by "or", no words at all would be a syntax error; the beginning finds none either.
      return words.isEmpty
        ? term.fts5 { $0 } : "(\(words.map { "\"\($0)\"" }.joined(separator: " OR ")))"
    }.joined(separator: " AND ")
  }

  /// The expression as the index of signs takes it.
  var signs: String {
    terms.map { $0.fts5(SearchText.separated) }.joined(separator: " AND ")
  }

  /// How many words may stand for beginnings: each is looked up in the index.
  private static let completionLimit = 500
}

extension SearchTerm {
  /// - Parameter spelling: How the index has a text.
  fileprivate func fts5(_ spelling: (String) -> String) -> String {
    "\"\(spelling(words))\"\(isBeginning ? "*" : "")"
  }

  /// The beginning of one word as the index spells words, where it is longer than those that the
  /// index has tables for, and where that spelling is certain.
  fileprivate var longBeginning: String? {
    guard isBeginning, words.utf8.count > 3,
      words.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x7a).contains($0 | 0x20) })
    else { return nil }
    return words.lowercased()
  }
}

extension Connection {
  /// The words of the search index that begin so, or `nil` where there are more.
  fileprivate func words(beginningWith beginning: String, limit: Int) throws -> [String]? {
    try execute(
      """
      CREATE VIRTUAL TABLE IF NOT EXISTS temp.spoken_words
        USING fts5vocab (main, text_index, instance)
      """)
    var words: [String] = []
    var place = beginning
    // Each step goes to the first place of the next word. To list the words in one query would read
    // every place of each.
    while let word = try first(
      "SELECT term FROM temp.spoken_words WHERE term >= ? LIMIT 1", [place], row: { $0.text(0) }),
      word.hasPrefix(beginning)
    {
      guard words.count < limit
      else { return nil }
      words.append(word)
      // Nothing is sorted between a word and the same with this sign at its end.
      place = word + "\u{1}"
    }
    return words
  }
}
