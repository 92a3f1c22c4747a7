package struct HighlightedText {
  package static let open = "\u{2}"
  package static let close = "\u{3}"

  // Compared as bytes: Foundation's string search takes longer than the query.
  private static let (openByte, closeByte) = (UInt8(2), UInt8(3))

  private static func isMark(_ byte: UInt8) -> Bool { byte == openByte || byte == closeByte }

  package private(set) var words: [Substring] = []
  package private(set) var matches: [ClosedRange<Int>] = []

  /// `marked` is an ``IndexedText`` with its matches between ``open`` and ``close``.
  package init(_ marked: String, of text: String? = nil) {
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

  package init(_ indexed: String, found places: [Range<Int>], of text: String? = nil) {
    words = Self.parts(of: indexed)
    var (index, end) = (0, words.first?.utf8.count ?? 0)
    for place in places {
      while end < place.upperBound || end <= place.lowerBound, index + 1 < words.count {
        index += 1
        end += 1 + words[index].utf8.count
      }
      var (first, start) = (index, end - words[index].utf8.count)
      while start > place.lowerBound, first > 0 {
        first -= 1
        start -= 1 + words[first].utf8.count
      }
      if let last = matches.last, last.upperBound >= first {
        matches[matches.count - 1] = last.lowerBound...max(last.upperBound, index)
      } else {
        matches.append(first...index)
      }
    }
    if let text { words = Self.parts(of: text) }
  }

  package mutating func keepMatches(where isKept: (Int) -> Bool) {
    matches.removeAll { !isKept($0.lowerBound) }
  }

  private static func parts(of text: String) -> [Substring] {
    text.utf8.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
      .map { Substring($0) }
  }

  private static let groupLength = 24

  package func groups(reach: Int) -> [[ClosedRange<Int>]] {
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

  package func excerpt(of group: [ClosedRange<Int>], reach: Int) -> Excerpt {
    let first = group.first?.lowerBound ?? 0
    let last = group.last?.upperBound ?? 0
    // The index and the text disagree in a damaged library.
    let upper = max(0, min(words.count - 1, last + reach))
    return Excerpt(
      words: words, shown: min(max(0, first - reach), upper)...upper, matches: group)
  }
}
