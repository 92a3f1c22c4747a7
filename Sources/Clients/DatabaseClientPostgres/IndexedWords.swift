import DatabaseClient
import POSIX
import SQLite

/// Spells words exactly as SQLite's indexes do, so that search finds the same in every library.
enum IndexSpelling: CaseIterable {
  case words
  case characters

  init(ofMemo title: String, _ body: String) {
    self =
      SearchText.hasUnspacedText(title) || SearchText.hasUnspacedText(body) ? .characters : .words
  }

  func text(_ text: String) -> String {
    switch self {
    case .characters: SearchText.separated(text)
    case .words: text
    }
  }

  func withTokenizer<R, E: Error>(
    _ body: (inout sending WordTokenizer?) throws(E) -> sending R
  ) throws(E) -> sending R {
    switch self {
    case .characters: try Self.characterTokenizer.withLock(body)
    case .words: try Self.wordTokenizer.withLock(body)
    }
  }

  private static let wordTokenizer = Mutex(try? WordTokenizer())
  // Vowels and tones of these scripts are marks that have to match.
  private static let characterTokenizer = Mutex(
    try? WordTokenizer(
      "unicode61", ["remove_diacritics", "2", "categories", "L* N* Co M*"]))

  fileprivate func prefix(of library: Int) -> String {
    "\(String(library, radix: 36))\(self == .characters ? ";" : ":")"
  }
}

struct IndexedWords {
  /// Memos with signs have both spellings: one to find them, one to count their words.
  private var words: [IndexSpelling: Set<String>] = [:]

  init(title: String, body: String) {
    for spelling in Set([.words, IndexSpelling(ofMemo: title, body)]) {
      var words: Set<String> = []
      spelling.withTokenizer { tokenizer in
        for text in [title, body] {
          tokenizer?.forEachWord(in: spelling.text(text)) { word, _ in
            words.insert(String(decoding: word, as: UTF8.self))
          }
        }
      }
      self.words[spelling] = words
    }
  }

  /// Stands for a memo with too many words. Every search reads it.
  private static let overlong = "!"
  /// The server limits a `tsvector` to about a million bytes.
  private static let limit = 800_000

  func lexemes(of library: Int) -> [String] {
    let lexemes = words.flatMap { spelling, words in
      words.map { Self.lexeme($0, spelling, of: library) }
    }
    guard lexemes.reduce(0, { $0 + $1.utf8.count + 4 }) <= Self.limit
    else { return [Self.overlong(of: library)] }
    return lexemes
  }

  /// A `tsquery` that finds all matching memos, and possibly others; `nil` if none can match.
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
        let isPrefix = pattern.isPrefix && index == pattern.words.count - 1
        return quoted(lexeme(word, spelling, of: library)) + (isPrefix ? ":*" : "")
      }
    }.joined(separator: " & ")
  }

  /// The server limits the length of words.
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
