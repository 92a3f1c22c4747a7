/// Which elements of two lists belong together: pairs of indices, increasing on both sides.
enum LineAlignment {
  /// Matches elements that carry equal tokens.
  ///
  /// With unique tokens, this takes n log n steps, whatever the difference.
  static func align<Token: Hashable>(_ lhs: [Token], _ rhs: [Token]) -> [(Int, Int)] {
    var rhsIndices: [Token: Int] = [:]
    for (index, token) in rhs.enumerated() { rhsIndices[token] = index }
    if rhsIndices.count == rhs.count, Set(lhs).count == lhs.count {
      let candidates = lhs.indices.compactMap { index in
        rhsIndices[lhs[index]].map { (index, $0) }
      }
      return longestIncreasing(candidates)
    }
    return align(lhs.count, rhs.count, maxEdits: 1_000) { lhs[$0] == rhs[$1] }
  }

  /// Matches equal elements, as many as possible.
  ///
  /// Lists with more than `maxEdits` insertions and removals are matched position by position:
  /// the work stays proportional to their length.
  static func align(
    _ lhsCount: Int, _ rhsCount: Int, maxEdits: Int, areEqual: (Int, Int) -> Bool
  ) -> [(Int, Int)] {
    // The greedy shortest-edit search: `reach[k]` is the position in the first list that a path
    // with the current number of edits reaches on diagonal k (first index minus second index).
    let limit = min(maxEdits, lhsCount + rhsCount)
    let middle = limit + 1
    var reach = Array(repeating: 0, count: 2 * limit + 3)
    // The part of `reach` that a round started from, beginning at diagonal `-edits - 1`.
    var history: [[Int]] = []
    for edits in 0...limit {
      history.append(Array(reach[(middle - edits - 1)...(middle + edits + 1)]))
      for diagonal in stride(from: -edits, through: edits, by: 2) {
        let inserts =
          diagonal == -edits
          || (diagonal != edits
            && reach[middle + diagonal - 1] < reach[middle + diagonal + 1])
        var x =
          inserts ? reach[middle + diagonal + 1] : reach[middle + diagonal - 1] + 1
        var y = x - diagonal
        while x < lhsCount, y < rhsCount, x >= 0, y >= 0, areEqual(x, y) {
          x += 1
          y += 1
        }
        reach[middle + diagonal] = x
        if x >= lhsCount, y >= rhsCount {
          return backtrack(lhsCount, rhsCount, history)
        }
      }
    }
    return (0..<min(lhsCount, rhsCount)).filter { areEqual($0, $0) }.map { ($0, $0) }
  }

  private static func backtrack(
    _ lhsCount: Int, _ rhsCount: Int, _ history: [[Int]]
  ) -> [(Int, Int)] {
    var matches: [(Int, Int)] = []
    var x = lhsCount
    var y = rhsCount
    for edits in stride(from: history.count - 1, through: 0, by: -1) {
      let reach = history[edits]
      let middle = edits + 1
      let diagonal = x - y
      let inserts =
        diagonal == -edits
        || (diagonal != edits && reach[middle + diagonal - 1] < reach[middle + diagonal + 1])
      let previousDiagonal = inserts ? diagonal + 1 : diagonal - 1
      let previousX = edits == 0 ? 0 : reach[middle + previousDiagonal]
      let previousY = edits == 0 ? 0 : previousX - previousDiagonal
      let startX = edits == 0 ? 0 : (inserts ? previousX : previousX + 1)
      while x > startX {
        x -= 1
        y -= 1
        matches.append((x, y))
      }
      x = previousX
      y = previousY
    }
    return matches.reversed()
  }

  /// The longest subsequence whose second members increase.
  private static func longestIncreasing(_ pairs: [(Int, Int)]) -> [(Int, Int)] {
    var tails: [Int] = []
    var previous = Array(repeating: -1, count: pairs.count)
    for (index, pair) in pairs.enumerated() {
      var low = 0
      var high = tails.count
      while low < high {
        let middle = (low + high) / 2
        if pairs[tails[middle]].1 < pair.1 { low = middle + 1 } else { high = middle }
      }
      if low > 0 { previous[index] = tails[low - 1] }
      if low == tails.count { tails.append(index) } else { tails[low] = index }
    }
    var result: [(Int, Int)] = []
    var next = tails.last ?? -1
    while next >= 0 {
      result.append(pairs[next])
      next = previous[next]
    }
    return result.reversed()
  }
}
