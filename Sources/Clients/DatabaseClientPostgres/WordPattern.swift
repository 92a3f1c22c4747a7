import DatabaseClient
import StoredTranscript

/// Words that are to occur one behind the other, as the index spells them.
struct WordPattern {
  let words: [String]
  /// Whether the last one may go on.
  let isBeginning: Bool

  /// The patterns of what is searched for. What holds no word asks for nothing.
  static func all(_ terms: [SearchTerm]) -> [Self] {
    IndexedWords.tokenizer.withLock { tokenizer in
      terms.compactMap { term in
        let (text, isBeginning) =
          switch term {
          case .beginning(let text): (text, true)
          case .phrase(let text): (text, false)
          }
        let words = tokenizer?.words(in: String(text)).map(\.text) ?? []
        return words.isEmpty ? nil : Self(words: words, isBeginning: isBeginning)
      }
    }
  }

  /// Where it occurs in a text.
  func places(in text: TokenizedText) -> [Range<Int>] {
    guard let first = words.first, let last = words.last
    else { return [] }
    // What is looked for first is found by its spelling, what is left is compared.
    let starts =
      words.count == 1 && isBeginning
      ? text.words.indices.filter { text.words[$0].hasPrefix(first) }
      : text.places[first] ?? []
    return starts.compactMap { start in
      let end = start + words.count - 1
      guard end < text.words.count,
        zip(words.dropLast(), text.words[start...]).allSatisfy({ $0 == $1 }),
        isBeginning ? text.words[end].hasPrefix(last) : text.words[end] == last
      else { return nil }
      return text.ranges[start].lowerBound..<text.ranges[end].upperBound
    }
  }
}

/// A text with its words as the index spells them.
struct TokenizedText {
  private(set) var words: [String] = []
  /// Where each is in the text, as UTF-8 offsets.
  private(set) var ranges: [Range<Int>] = []
  /// Which words are spelled so.
  private(set) var places: [String: [Int]] = [:]

  init(_ text: String) {
    IndexedWords.tokenizer.withLock { tokenizer in
      tokenizer?.forEachWord(in: text) { word, place in
        words.append(String(decoding: word, as: UTF8.self))
        ranges.append(place)
      }
    }
    for (index, word) in words.enumerated() { places[word, default: []].append(index) }
  }

  /// What was found of these patterns, in the order of the text; `nil` where one of them is neither here
  /// nor in the title.
  func found(_ patterns: [WordPattern], title: TokenizedText) -> [Range<Int>]? {
    var found: [Range<Int>] = []
    for pattern in patterns {
      let places = pattern.places(in: self)
      if places.isEmpty, pattern.places(in: title).isEmpty { return nil }
      found += places
    }
    return found.sorted { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
  }
}
