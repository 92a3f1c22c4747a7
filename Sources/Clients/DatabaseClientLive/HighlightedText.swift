import SharedModels

/// A transcript's words with what a search found in them, read from the text that SQLite's
/// `highlight` function marks up: from the transcript as one of the indexes has it.
struct HighlightedText {
  static let open = "\u{2}"
  static let close = "\u{3}"

  // Looked for as bytes: Foundation's way to find a text in another takes longer than the search.
  private static let (openByte, closeByte) = (UInt8(2), UInt8(3))

  private static func isMark(_ byte: UInt8) -> Bool { byte == openByte || byte == closeByte }

  /// The words, without the marks.
  private(set) var words: [Substring] = []
  /// For each place that was found, the indices of its words.
  private(set) var matches: [ClosedRange<Int>] = []

  /// - Parameter text: The transcript, where the index has it in another way.
  init(_ marked: String, of text: String? = nil) {
    var firstWordOfMatch: Int?
    for (index, word) in Self.parts(of: marked).enumerated() {
      var plain = word
      if word.utf8.contains(where: Self.isMark) {
        // A word may hold several marks: "well-known" is two words to the index, one to us.
        for byte in word.utf8 {
          if byte == Self.openByte {
            firstWordOfMatch = firstWordOfMatch ?? index
          } else if byte == Self.closeByte, let first = firstWordOfMatch {
            if let last = matches.last, last.upperBound >= first {
              matches[matches.count - 1] = last.lowerBound...index
            } else {
              matches.append(first...index)
            }
            firstWordOfMatch = nil
          }
        }
        plain = Substring(decoding: word.utf8.filter { !Self.isMark($0) }, as: UTF8.self)
      }
      words.append(plain)
    }
    if let text { words = Self.parts(of: text) }
  }

  /// Forgets the matches whose first word is another one.
  mutating func keepMatches(where isKept: (Int) -> Bool) {
    matches.removeAll { !isKept($0.lowerBound) }
  }

  /// What stands between spaces.
  private static func parts(of text: String) -> [Substring] {
    text.utf8.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
      .map { Substring($0) }
  }

  /// The most words from the first to the last match of a group: what holds more is two lines.
  private static let groupLength = 24

  /// The matches in groups that lie within `reach` words of each other.
  func groups(reach: Int) -> [[ClosedRange<Int>]] {
    var groups: [[ClosedRange<Int>]] = []
    for match in matches {
      if let group = groups.last, let first = group.first, let last = group.last,
        match.lowerBound - last.upperBound <= reach,
        match.upperBound - first.lowerBound < Self.groupLength
      {
        groups[groups.count - 1].append(match)
      } else {
        groups.append([match])
      }
    }
    return groups
  }

  /// A group of matches with the words around them.
  func excerpt(of group: [ClosedRange<Int>], reach: Int) -> Excerpt {
    let first = group.first?.lowerBound ?? 0
    let last = group.last?.upperBound ?? 0
    return Excerpt(
      words: words, shown: max(0, first - reach)...max(0, min(words.count - 1, last + reach)),
      matches: group)
  }
}

/// Some words of a transcript, with the ones that a search found.
struct Excerpt {
  let text: String
  /// UTF-8 offsets into `text`.
  let matches: [Range<Int>]
  /// The index in the transcript of the first word that was found.
  let firstMatch: Int

  /// What no language has words longer than; a longer one is something else, and no line for people.
  private static let wordLength = 64

  /// Whether a word is the end of a compound that the engine has heard as two: "ill", "-disposed".
  private static func goesOn(_ word: Substring) -> Bool {
    word.first == "-" && word.dropFirst().first?.isLetter == true
  }

  init(words: [Substring], shown: ClosedRange<Int>, matches: [ClosedRange<Int>]) {
    var text = shown.lowerBound > 0 ? "… " : ""
    var starts: [Int: Int] = [:]
    var ends: [Int: Int] = [:]
    for index in shown {
      let word = words[index]
      if index > shown.lowerBound, !Self.goesOn(word), let last = text.last, let first = word.first,
        last.needsSpace(before: first)
      {
        text += " "
      }
      starts[index] = text.utf8.count
      let beginning = word.prefix(Self.wordLength)
      text += beginning.endIndex < word.endIndex ? beginning.dropLast() + "…" : beginning
      ends[index] = text.utf8.count
    }
    if shown.upperBound < words.count - 1 { text += " …" }
    self.text = text
    self.firstMatch = matches.first?.lowerBound ?? shown.lowerBound
    self.matches = matches.compactMap { match in
      guard let start = starts[match.lowerBound], let end = ends[match.upperBound]
      else { return nil }
      return start..<end
    }
  }
}
