import DatabaseClient
import SQLite
import StoredTranscript

/// Words that are to occur one behind the other, as the index spells them.
struct WordPattern {
  let words: [String]
  /// Whether the last one may go on.
  let isBeginning: Bool

  /// The patterns of what is searched for, for each spelling by which it may be found: where one of
  /// them holds no word, nothing is.
  static func all(_ terms: [SearchTerm]) -> [IndexSpelling: [Self]] {
    var patterns: [IndexSpelling: [Self]] = [:]
    for spelling in IndexSpelling.allCases {
      let spelled = spelling.tokenizer.withLock { tokenizer in
        terms.map { term in
          Self(
            words: tokenizer?.words(in: spelling.text(term.words)).map(\.text) ?? [],
            isBeginning: term.isBeginning)
        }
      }
      if !spelled.contains(where: \.words.isEmpty) { patterns[spelling] = spelled }
    }
    return patterns
  }
}

/// Finds where patterns occur in texts. A text is read once, and no word of it is copied.
struct PatternFinder {
  fileprivate struct Pattern {
    /// The words before the last one, by their places in ``PatternFinder/words``.
    let beforeLast: [Int]
    let last: [UInt8]
    let isBeginning: Bool
  }

  private let patterns: [Pattern]
  private let spelling: IndexSpelling
  /// The words that stand before others.
  private let words: [[UInt8]]

  init(_ patterns: [WordPattern], spelling: IndexSpelling) {
    self.spelling = spelling
    let before = Array(Set(patterns.flatMap { $0.words.dropLast() }))
    words = before.map { Array($0.utf8) }
    self.patterns = patterns.map { pattern in
      Pattern(
        beforeLast: pattern.words.dropLast().compactMap { before.firstIndex(of: $0) },
        last: Array((pattern.words.last ?? "").utf8), isBeginning: pattern.isBeginning)
    }
  }

  /// What was found in a text, in its order; `nil` where a pattern is neither in it nor in the title.
  /// Both are spelled as the index has them.
  func places(in text: String, titled title: String) -> [Range<Int>]? {
    let found = places(in: text)
    if found.contains(where: \.isEmpty) {
      let inTitle = places(in: title)
      guard zip(found, inTitle).allSatisfy({ !$0.isEmpty || !$1.isEmpty })
      else { return nil }
    }
    return found.flatMap(\.self)
      .sorted { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
  }

  /// For each pattern, where it occurs, as UTF-8 offsets.
  func places(in text: String) -> [[Range<Int>]] {
    var ranges: [Range<Int>] = []
    var known: [Int] = []
    var found: [[Range<Int>]] = patterns.map { _ in [] }
    spelling.tokenizer.withLock { tokenizer in
      tokenizer?.forEachWord(in: text) { word, range in
        for (index, pattern) in patterns.enumerated() where pattern.ends(with: word) {
          // Only what stands before a last word is looked back for.
          let count = pattern.beforeLast.count
          if count == 0 {
            found[index].append(range)
          } else if known.suffix(count) == pattern.beforeLast[...] {
            found[index].append(ranges[ranges.count - count].lowerBound..<range.upperBound)
          }
        }
        guard !words.isEmpty
        else { return }
        ranges.append(range)
        known.append(words.firstIndex { $0.count == word.count && word.starts(with: $0) } ?? -1)
      }
    }
    return found
  }
}

extension PatternFinder.Pattern {
  fileprivate func ends(with word: UnsafeRawBufferPointer) -> Bool {
    (isBeginning ? word.count >= last.count : word.count == last.count) && word.starts(with: last)
  }
}
