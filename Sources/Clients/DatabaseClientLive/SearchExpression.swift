import DatabaseClient
import SQLite

/// What a person typed, as an expression of SQLite's full-text index.
///
/// Words are joined by "and"; `"several words"` are a phrase; `*` at the end of a word finds
/// everything that begins so. All else is taken as text: nothing that a person types can be a
/// syntax error.
struct SearchExpression {
  private var terms: [Term] = []

  /// Words that must occur, or of which one must.
  fileprivate enum Term: Hashable {
    case phrase(Substring)
    /// A phrase whose last word may go on.
    case beginning(Substring)
  }

  /// - Throws: ``DatabaseError/tooManyWords(limit:)``: the index joins words in a time that grows
  ///   with the square of their number.
  init(_ text: String) throws(DatabaseError) {
    var known: Set<Term> = []
    var wordCount = 0
    for (isPhrase, part) in Self.parts(of: text) {
      let words = isPhrase ? [part] : part.split(whereSeparator: \.isWhitespace)
      for word in words {
        // A word that is there already asks for nothing new.
        guard let term = Term(word), known.insert(term).inserted
        else { continue }
        wordCount += isPhrase ? word.split(whereSeparator: \.isWhitespace).count : 1
        guard wordCount <= SearchQuery.wordLimit
        else { throw .tooManyWords(limit: SearchQuery.wordLimit) }
        terms.append(term)
      }
    }
  }

  /// The expression as the index takes it, or `nil` where the text holds nothing to search for.
  ///
  /// A beginning is written as the words that the library has for it: the index reads one word's
  /// memos as they are asked for, but would read all memos of all words with a beginning before it
  /// named the first.
  func fts5(_ connection: Connection) throws -> String? {
    guard !terms.isEmpty
    else { return nil }
    var room = Self.completionLimit
    return try terms.map { term in
      guard let beginning = term.longBeginning,
        let words = try connection.words(beginningWith: beginning, limit: room)
      else { return term.fts5 }
      room -= words.count
      // Joined by "or", no words at all would be a syntax error; the beginning finds none either.
      return words.isEmpty ? term.fts5 : "(\(words.map { "\"\($0)\"" }.joined(separator: " OR ")))"
    }.joined(separator: " AND ")
  }

  /// How many words may stand for beginnings: each is looked up in the index.
  private static let completionLimit = 500

  /// Between an odd and an even quote stands a phrase; one that is never closed runs to the end.
  private static func parts(of text: String) -> [(isPhrase: Bool, text: Substring)] {
    text.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
      .map { (!$0.offset.isMultiple(of: 2), $0.element) }
  }
}

extension SearchExpression.Term {
  fileprivate init?(_ text: Substring) {
    let isBeginning = text.hasSuffix("*")
    let words = isBeginning ? text.dropLast() : text
    guard words.contains(where: { $0.isLetter || $0.isNumber })
    else { return nil }
    self = isBeginning ? .beginning(words) : .phrase(words)
  }

  fileprivate var fts5: String {
    switch self {
    case .phrase(let words): "\"\(words)\""
    case .beginning(let words): "\"\(words)\"*"
    }
  }

  /// The beginning of one word as the index spells words, where it is longer than those that the
  /// index has tables for, and where that spelling is certain.
  fileprivate var longBeginning: String? {
    guard case .beginning(let word) = self, word.utf8.count > 3,
      word.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x7a).contains($0 | 0x20) })
    else { return nil }
    return word.lowercased()
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
