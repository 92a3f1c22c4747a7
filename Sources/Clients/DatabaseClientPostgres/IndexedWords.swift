import ConcurrencyExtras
import DatabaseClient
import Foundation
import SQLite

/// The words of a memo, as the index has them: spelled as SQLite's index spells them, so that a search
/// finds the same wherever a library is.
struct IndexedWords {
  private let words: Set<String>

  /// - Parameters:
  ///   - title: The memo's.
  ///   - body: What an ``IndexedText`` holds.
  init(title: String, body: String) {
    var words: Set<String> = []
    Self.tokenizer.withLock { tokenizer in
      for text in [title, body] {
        tokenizer?.forEachWord(in: text) { word, _ in
          words.insert(String(decoding: word, as: UTF8.self))
        }
      }
    }
    self.words = words
  }

  /// What is said of a memo of which nothing shorter can be said. Each search reads it.
  private static let overlong = "!"
  /// The server's texts of words have a limit of a million bytes.
  private static let limit = 800_000

  /// As the column has them.
  func lexemes(of library: Int) -> [String] {
    let lexemes = words.map { Self.lexeme($0, of: library) }
    guard lexemes.reduce(0, { $0 + $1.utf8.count + 4 }) <= Self.limit
    else { return [Self.prefix(of: library) + Self.overlong] }
    return lexemes
  }

  /// Memos in which a query's words may occur, as the server's full text search takes it: it leaves out
  /// none of those in which they do.
  ///
  /// - Returns: `nil` where the query has no word.
  static func query(_ patterns: [WordPattern], of library: Int) -> String? {
    let words = patterns.flatMap { pattern in
      pattern.words.enumerated().map { index, word in
        let isBeginning = pattern.isBeginning && index == pattern.words.count - 1
        return quoted(lexeme(word, of: library)) + (isBeginning ? ":*" : "")
      }
    }
    guard !words.isEmpty
    else { return nil }
    return "\(words.joined(separator: " & ")) | \(quoted(prefix(of: library) + overlong))"
  }

  /// Words are longer than the server takes, if they are no words. The beginning tells enough of them.
  private static let wordLength = 200

  private static func lexeme(_ word: String, of library: Int) -> String {
    prefix(of: library)
      + (word.utf8.count <= wordLength
        ? word : String(decoding: word.utf8.prefix(wordLength), as: UTF8.self))
  }

  private static func prefix(of library: Int) -> String { "\(String(library, radix: 36)):" }

  private static func quoted(_ text: String) -> String {
    "'\(text.replacing("\\", with: "\\\\").replacing("'", with: "''"))'"
  }

  /// Of which there is one for all: it takes millionths of a second.
  static let tokenizer = Protected(try? WordTokenizer())
}
