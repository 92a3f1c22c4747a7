/// Finds the same words in two lists, in order. Either list may split what the other one joins.
struct WordMatches {
  private(set) var pairs: [(ours: Range<Int>, theirs: Range<Int>)] = []
  private let ours: [String]
  private let theirs: [String]

  private static let most = 6
  private static let farthest = 16

  init(_ ours: [String], _ theirs: [String]) {
    self.ours = ours
    self.theirs = theirs
    var (mine, other) = (0, 0)
    while mine < ours.count, other < theirs.count {
      if let (first, second) = match(mine, other) {
        pairs.append((mine..<mine + first, other..<other + second))
        mine += first
        other += second
      } else if let (first, second) = nextMatch(mine, other) {
        mine += first
        other += second
      } else {
        mine += 1
        other += 1
      }
    }
  }

  private func nextMatch(_ mine: Int, _ other: Int) -> (Int, Int)? {
    for distance in 1...Self.farthest {
      for first in 0...distance where match(mine + first, other + distance - first) != nil {
        return (first, distance - first)
      }
    }
    return nil
  }

  private func match(_ mine: Int, _ other: Int) -> (Int, Int)? {
    guard mine < ours.count, other < theirs.count, !ours[mine].isEmpty
    else { return nil }
    if ours[mine] == theirs[other] { return (1, 1) }
    if let count = Self.count(of: theirs[other...], in: ours[mine]) { return (1, count) }
    if let count = Self.count(of: ours[mine...], in: theirs[other]) { return (count, 1) }
    return nil
  }

  private static func count(of words: ArraySlice<String>, in whole: String) -> Int? {
    var rest = whole[...]
    for (count, word) in zip(1..., words.prefix(most)) {
      guard !word.isEmpty, rest.hasPrefix(word)
      else { return nil }
      rest = rest.dropFirst(word.count)
      if rest.isEmpty { return count > 1 ? count : nil }
    }
    return nil
  }
}
