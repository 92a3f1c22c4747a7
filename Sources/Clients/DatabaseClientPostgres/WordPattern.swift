import DatabaseClient
import SQLite

struct WordPattern {
  let words: [String]
  let isPrefix: Bool

  /// Omits a spelling in which a term has no word, since nothing matches there.
  static func all(_ terms: [SearchTerm]) -> [IndexSpelling: [Self]] {
    var patterns: [IndexSpelling: [Self]] = [:]
    for spelling in IndexSpelling.allCases {
      let spelled = spelling.withTokenizer { tokenizer in
        terms.map { term in
          Self(
            words: tokenizer?.words(in: spelling.text(term.words)).map(\.text) ?? [],
            isPrefix: term.isPrefix)
        }
      }
      if !spelled.contains(where: \.words.isEmpty) { patterns[spelling] = spelled }
    }
    return patterns
  }
}

struct PatternFinder {
  fileprivate struct Pattern {
    let beforeLast: [Int]
    let last: [UInt8]
    let isPrefix: Bool
  }

  private let patterns: [Pattern]
  private let spelling: IndexSpelling
  private let words: [[UInt8]]

  init(_ patterns: [WordPattern], spelling: IndexSpelling) {
    self.spelling = spelling
    let before = Array(Set(patterns.flatMap { $0.words.dropLast() }))
    words = before.map { Array($0.utf8) }
    self.patterns = patterns.map { pattern in
      Pattern(
        beforeLast: pattern.words.dropLast().compactMap { before.firstIndex(of: $0) },
        last: Array((pattern.words.last ?? "").utf8), isPrefix: pattern.isPrefix)
    }
  }

  /// `nil` unless the text or the title has each pattern, both as ``IndexSpelling`` spells them.
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

  func places(in text: String) -> [[Range<Int>]] {
    var ranges: [Range<Int>] = []
    var known: [Int] = []
    var found: [[Range<Int>]] = patterns.map { _ in [] }
    spelling.withTokenizer { tokenizer in
      tokenizer?.forEachWord(in: text) { word, range in
        for (index, pattern) in patterns.enumerated() where pattern.ends(with: word) {
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
    (isPrefix ? word.count >= last.count : word.count == last.count) && word.starts(with: last)
  }
}
