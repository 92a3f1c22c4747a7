import ConcurrencyExtras
import DatabaseClient
import Foundation
import SQLite

/// How an index has a text, as SQLite's indexes have it: so that a search finds the same wherever a
/// library is.
enum IndexSpelling: CaseIterable {
  case words
  /// Each sign of a script without spaces is one, too.
  case signs

  /// The one by which a memo is searched: those that have signs are, with all that they have.
  init(ofMemo title: String, _ body: String) {
    self = SearchText.hasSigns(title) || SearchText.hasSigns(body) ? .signs : .words
  }

  /// A text as words are read from it.
  func text(_ text: String) -> String {
    switch self {
    case .signs: SearchText.separated(text)
    case .words: text
    }
  }

  /// Of which there is one for all: it takes millionths of a second.
  var tokenizer: Protected<WordTokenizer?> {
    switch self {
    case .signs: Self.signTokenizer
    case .words: Self.wordTokenizer
    }
  }

  private static let wordTokenizer = Protected(try? WordTokenizer())
  // Vowels and tones of these scripts are marks, and a part of what is looked for.
  private static let signTokenizer = Protected(
    try? WordTokenizer(
      "unicode61", ["remove_diacritics", "2", "categories", "L* N* Co M*"]))

  /// What stands before the words of a library.
  fileprivate func prefix(of library: Int) -> String {
    "\(String(library, radix: 36))\(self == .signs ? ";" : ":")"
  }
}

/// The words of a memo, as the index has them.
struct IndexedWords {
  /// Those of a memo that has signs are there in both ways: to be found, and to be counted.
  private var words: [IndexSpelling: Set<String>] = [:]

  /// - Parameters:
  ///   - title: The memo's.
  ///   - body: What an ``IndexedText`` holds.
  init(title: String, body: String) {
    for spelling in Set([.words, IndexSpelling(ofMemo: title, body)]) {
      var words: Set<String> = []
      spelling.tokenizer.withLock { tokenizer in
        for text in [title, body] {
          tokenizer?.forEachWord(in: spelling.text(text)) { word, _ in
            words.insert(String(decoding: word, as: UTF8.self))
          }
        }
      }
      self.words[spelling] = words
    }
  }

  /// What is said of a memo of which nothing shorter can be said. Each search reads it.
  private static let overlong = "!"
  /// The server's texts of words have a limit of a million bytes.
  private static let limit = 800_000

  /// As the column has them.
  func lexemes(of library: Int) -> [String] {
    let lexemes = words.flatMap { spelling, words in
      words.map { Self.lexeme($0, spelling, of: library) }
    }
    guard lexemes.reduce(0, { $0 + $1.utf8.count + 4 }) <= Self.limit
    else { return [Self.overlong(of: library)] }
    return lexemes
  }

  /// Memos in which a query's words may occur, as the server's full text search takes it: it leaves out
  /// none of those in which they do.
  ///
  /// - Parameter patterns: What is searched for, as each index spells it that may have it.
  /// - Returns: `nil` where none may.
  static func query(_ patterns: [IndexSpelling: [WordPattern]], of library: Int) -> String? {
    let queries = IndexSpelling.allCases.compactMap { spelling in
      patterns[spelling].map { query($0, spelling, of: library) }
    }
    guard !queries.isEmpty
    else { return nil }
    return (queries + [quoted(overlong(of: library))]).joined(separator: " | ")
  }

  private static func query(
    _ patterns: [WordPattern], _ spelling: IndexSpelling, of library: Int
  ) -> String {
    patterns.flatMap { pattern in
      pattern.words.enumerated().map { index, word in
        let isBeginning = pattern.isBeginning && index == pattern.words.count - 1
        return quoted(lexeme(word, spelling, of: library)) + (isBeginning ? ":*" : "")
      }
    }.joined(separator: " & ")
  }

  /// Words are longer than the server takes, if they are no words. The beginning tells enough of them.
  private static let wordLength = 200

  private static func lexeme(_ word: String, _ spelling: IndexSpelling, of library: Int) -> String {
    spelling.prefix(of: library)
      + (word.utf8.count <= wordLength
        ? word : String(decoding: word.utf8.prefix(wordLength), as: UTF8.self))
  }

  private static func overlong(of library: Int) -> String {
    IndexSpelling.words.prefix(of: library) + overlong
  }

  private static func quoted(_ text: String) -> String {
    "'\(text.replacing("\\", with: "\\\\").replacing("'", with: "''"))'"
  }
}
