import DatabaseClient
import DatabaseSQL

extension LibrarySession {
  /// The server has no word counts, so this reads all texts, a thousand at a time.
  func mostFrequentWords(_ limit: Int) throws -> [WordStatistics.Count] {
    guard limit > 0
    else { return [] }
    var counts = WordCounts()
    try forEachRow(
      of: """
        SELECT texts.body FROM texts JOIN recordings ON recordings.library = texts.library
          AND recordings.row = texts.recording
        WHERE texts.library = $1 AND trashed_at IS NULL
        """
    ) { counts.add($0.text("body")) }
    return try counts.mostFrequent(limit).map { word, count in
      WordStatistics.Count(try spelling(of: word), count: count)
    }
  }

  private func spelling(of word: String) throws -> String {
    let pattern = WordPattern(words: [word], isPrefix: false)
    let finder = PatternFinder([pattern], spelling: .words)
    guard let words = IndexedWords.query([.words: [pattern]], of: library)
    else { return word }
    var counts: [String: Int] = [:]
    var memoCount = 0
    var below = Int64.max
    while memoCount < Self.spellingCount {
      let texts = try query(
        """
        SELECT found, body FROM memos_with(
          \(words)::tsquery, \(below), '-infinity', 'infinity', false,
          \(Self.spellingCount)::int, \(searchStep)::int) AS found
        JOIN texts ON texts.library = $1 AND texts.recording = found ORDER BY found DESC
        """
      ) { ($0.int64("found"), $0.text("body")) }
      for (row, text) in texts where memoCount < Self.spellingCount {
        below = row
        let places = finder.places(in: text).flatMap(\.self)
        if !places.isEmpty { memoCount += 1 }
        let bytes = text.utf8
        for place in places {
          let start = bytes.index(bytes.startIndex, offsetBy: place.lowerBound)
          let spelling = text[start..<bytes.index(start, offsetBy: place.count)]
          counts[String(spelling), default: 0] += 1
        }
      }
      if texts.count < Self.spellingCount { break }
    }
    return counts.max { ($0.value, $0.key) < ($1.value, $1.key) }.map(\.key) ?? word
  }

  private static let spellingCount = 8
}

private struct WordCounts {
  private var counts: [String: Int] = [:]

  mutating func add(_ text: String) {
    IndexSpelling.words.withTokenizer { tokenizer in
      tokenizer?.forEachWord(in: text) { word, _ in
        counts[String(decoding: word, as: UTF8.self), default: 0] += 1
      }
    }
  }

  func mostFrequent(_ limit: Int) -> [(word: String, count: Int)] {
    let words = counts.filter { word, _ in
      Self.isLongEnough(word) && !WordStatistics.stopWords.contains(word)
    }
    return words.sorted { one, other in
      // Byte order, as in SQLite.
      one.value == other.value
        ? one.key.utf8.lexicographicallyPrecedes(other.key.utf8) : one.value > other.value
    }.prefix(limit).map { ($0.key, $0.value) }
  }

  /// Two ideographs can be a word. A number is not a word.
  private static func isLongEnough(_ word: String) -> Bool {
    let signs = word.unicodeScalars
    let isLong =
      signs.count > 2 || signs.count == 2 && (signs.first.map { $0.value >= 0x2e80 } ?? false)
    return isLong && !word.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }
}
