/// Returns the matching old index for each new key, in ascending order. Matches common ends, then
/// runs of keys that occur once on each side, so that common words don't match across sentences.
/// The rest gets a shortest difference, in steps where the text is long.
func matching(old: [String], new: [String]) -> [Int?] {
  var numbers: [String: Int] = [:]
  func number(_ key: String) -> Int {
    let number = numbers[key] ?? numbers.count
    numbers[key] = number
    return number
  }
  var matcher = Matcher(old: old.map(number), new: new.map(number))
  matcher.match()
  matcher.keepDistances()
  return matcher.matches
}

private struct Matcher {
  private let old: [Int]
  private let new: [Int]
  private var oldRuns: [Int]
  private var newRuns: [Int]
  private(set) var matches: [Int?]

  /// Shorter runs occur elsewhere by chance.
  private static let runLength = 8
  /// The product of the lengths of texts for which a difference takes milliseconds.
  private static let differenceLimit = 1_000_000
  /// The sum of such lengths from which a table takes less time than `difference`.
  private static let tableLength = 4_000
  private static let changeLimit = 128

  init(old: [Int], new: [Int]) {
    self.old = old
    self.new = new
    (oldRuns, newRuns) = (old, new)
    matches = Array(repeating: nil, count: new.count)
    var length = 1
    while length < Self.runLength {
      var numbers: [SIMD2<Int>: Int] = [:]
      func doubled(_ runs: [Int]) -> [Int] {
        zip(runs, runs.dropFirst(length)).map { first, second in
          let pair = SIMD2(first, second)
          let number = numbers[pair] ?? numbers.count
          numbers[pair] = number
          return number
        }
      }
      (oldRuns, newRuns) = (doubled(oldRuns), doubled(newRuns))
      length *= 2
    }
  }

  mutating func match() {
    var pending = [(old: old.indices, new: new.indices)]
    while let ranges = pending.popLast() {
      let (oldRange, newRange) = matchEnds(ranges.old, ranges.new)
      guard !oldRange.isEmpty, !newRange.isEmpty
      else { continue }
      let anchors = anchors(oldRange, newRange)
      guard !anchors.isEmpty
      else {
        matchShortest(oldRange, newRange)
        continue
      }
      var (oldStart, newStart) = (oldRange.lowerBound, newRange.lowerBound)
      for anchor in anchors {
        matches[anchor.new] = anchor.old
        pending.append((oldStart..<anchor.old, newStart..<anchor.new))
        (oldStart, newStart) = (anchor.old + 1, anchor.new + 1)
      }
      pending.append((oldStart..<oldRange.upperBound, newStart..<newRange.upperBound))
    }
  }

  private mutating func matchEnds(
    _ oldRange: Range<Int>, _ newRange: Range<Int>
  ) -> (old: Range<Int>, new: Range<Int>) {
    let prefix = zip(old[oldRange], new[newRange]).prefix { $0 == $1 }.count
    let suffix = zip(
      old[oldRange].dropFirst(prefix).reversed(), new[newRange].dropFirst(prefix).reversed()
    )
    .prefix { $0 == $1 }.count
    for offset in 0..<prefix {
      matches[newRange.lowerBound + offset] = oldRange.lowerBound + offset
    }
    for offset in 0..<suffix {
      matches[newRange.upperBound - 1 - offset] = oldRange.upperBound - 1 - offset
    }
    return (
      oldRange.lowerBound + prefix..<oldRange.upperBound - suffix,
      newRange.lowerBound + prefix..<newRange.upperBound - suffix
    )
  }

  /// Runs that occur once in each range, in an order that keeps most of them.
  private func anchors(
    _ oldRange: Range<Int>, _ newRange: Range<Int>
  ) -> [(old: Int, new: Int)] {
    func places(_ runs: [Int], _ range: Range<Int>) -> [Int: Int?] {
      let starts = range.prefix(max(0, range.count - Self.runLength + 1))
      return Dictionary(starts.map { (runs[$0], Int?($0)) }) { _, _ in nil }
    }
    let oldPlaces = places(oldRuns, oldRange)
    let pairs = places(newRuns, newRange).compactMap { run, new -> (old: Int, new: Int)? in
      guard let new, let old = oldPlaces[run] ?? nil
      else { return nil }
      return (old, new)
    }
    .sorted { $0.new < $1.new }

    // `ends[n]`: the last pair of the lowest-ending increasing sequence of n + 1 pairs.
    var ends: [Int] = []
    var before: [Int?] = []
    for index in pairs.indices {
      let place = ends.partitioningIndex { pairs[$0].old < pairs[index].old }
      before.append(place > 0 ? ends[place - 1] : nil)
      if place < ends.count { ends[place] = index } else { ends.append(index) }
    }
    var row: [(old: Int, new: Int)] = []
    var next = ends.last
    while let index = next {
      row.append(pairs[index])
      next = before[index]
    }
    return row.reversed()
  }

  private mutating func matchShortest(_ oldRange: Range<Int>, _ newRange: Range<Int>) {
    var (oldRest, newRest) = (oldRange, newRange)
    while oldRest.count * newRest.count > Self.differenceLimit {
      let (pairs, oldEnd, newEnd) = shortestBeginning(oldRest, newRest)
      for pair in pairs { matches[pair.new] = pair.old }
      (oldRest, newRest) = (oldEnd..<oldRest.upperBound, newEnd..<newRest.upperBound)
    }
    let pairs =
      oldRest.count + newRest.count < Self.tableLength
      ? shortestDifference(oldRest, newRest) : longestSequence(oldRest, newRest)
    for pair in pairs { matches[pair.new] = pair.old }
  }

  /// Myers' greedy algorithm, limited: returns the first half of its matches, and where to go on.
  private func shortestBeginning(
    _ oldRange: Range<Int>, _ newRange: Range<Int>
  ) -> (pairs: [(old: Int, new: Int)], oldEnd: Int, newEnd: Int) {
    // By diagonal, the furthest old index that so many changes reach.
    var reached = Reached(limit: Self.changeLimit)
    var trace: [Reached] = []
    var (end, hasEnded) = ((old: 0, new: 0, changes: 0), false)
    while !hasEnded, trace.count < Self.changeLimit {
      let changes = trace.count
      trace.append(reached)
      for diagonal in stride(from: -changes, through: changes, by: 2) where !hasEnded {
        let before = reached.diagonal(before: diagonal, changes)
        var old = changes == 0 ? 0 : reached[before] + (before < diagonal ? 1 : 0)
        while old < oldRange.count, old - diagonal < newRange.count,
          self.old[oldRange.lowerBound + old] == self.new[newRange.lowerBound + old - diagonal]
        {
          old += 1
        }
        reached[diagonal] = old
        let new = old - diagonal
        hasEnded = old == oldRange.count || new == newRange.count
        if hasEnded || old + new > end.old + end.new { end = (old, new, changes) }
      }
    }

    var pairs: [(old: Int, new: Int)] = []
    var (old, new) = (end.old, end.new)
    for changes in (0...end.changes).reversed() {
      let before = trace[changes].diagonal(before: old - new, changes)
      let start = changes == 0 ? 0 : trace[changes][before]
      while old > start, new > (changes == 0 ? 0 : start - before) {
        (old, new) = (old - 1, new - 1)
        pairs.append((oldRange.lowerBound + old, newRange.lowerBound + new))
      }
      if changes > 0 { (old, new) = (start, start - before) }
    }
    pairs.reverse()
    let half = oldRange.lowerBound + newRange.lowerBound + (end.old + end.new) / 2
    let kept = Array(pairs.prefix { $0.old + $0.new < half })
    if let last = kept.last { return (kept, last.old + 1, last.new + 1) }
    if let first = pairs.first { return ([], first.old, first.new) }
    return ([], oldRange.lowerBound + end.old, newRange.lowerBound + end.new)
  }

  private func shortestDifference(
    _ oldRange: Range<Int>, _ newRange: Range<Int>
  ) -> [(old: Int, new: Int)] {
    var (removed, inserted): (Set<Int>, Set<Int>) = ([], [])
    for change in new[newRange].difference(from: old[oldRange]) {
      switch change {
      case .remove(let offset, _, _): removed.insert(oldRange.lowerBound + offset)
      case .insert(let offset, _, _): inserted.insert(newRange.lowerBound + offset)
      }
    }
    return zip(
      oldRange.filter { !removed.contains($0) }, newRange.filter { !inserted.contains($0) }
    )
    .map { ($0, $1) }
  }

  /// A longest common sequence. `difference` takes time quadratic in the longer length.
  private func longestSequence(
    _ oldRange: Range<Int>, _ newRange: Range<Int>
  ) -> [(old: Int, new: Int)] {
    let width = newRange.count + 1
    func place(_ old: Int, _ new: Int) -> Int {
      (old - oldRange.lowerBound) * width + new - newRange.lowerBound
    }
    // The lengths of the longest sequences from each place on, at most the shorter text's length.
    var lengths = [UInt16](repeating: 0, count: (oldRange.count + 1) * width)
    for old in oldRange.reversed() {
      for new in newRange.reversed() {
        let place = place(old, new)
        lengths[place] =
          self.old[old] == self.new[new]
          ? lengths[place + width + 1] + 1 : max(lengths[place + 1], lengths[place + width])
      }
    }
    var pairs: [(old: Int, new: Int)] = []
    var (old, new) = (oldRange.lowerBound, newRange.lowerBound)
    while old < oldRange.upperBound, new < newRange.upperBound {
      let place = place(old, new)
      if self.old[old] == self.new[new] {
        pairs.append((old, new))
        (old, new) = (old + 1, new + 1)
      } else if lengths[place + 1] >= lengths[place + width] {
        new += 1
      } else {
        old += 1
      }
    }
    return pairs
  }
}

extension Matcher {
  /// Prefers a shortest difference in which words replaced one by one keep their distances.
  mutating func keepDistances() {
    let inner = matches.enumerated().compactMap { new, old in old.map { (old: $0, new: new) } }
    let pairs = [(old: -1, new: -1)] + inner + [(old: old.count, new: new.count)]
    var following: [Int?] = Array(repeating: nil, count: pairs.count)
    var last: [Int: Int] = [:]
    for index in pairs.indices.reversed() {
      following[index] = last.updateValue(index, forKey: pairs[index].old - pairs[index].new)
    }
    var index = 0
    while index < pairs.count {
      defer { index += 1 }
      guard let next = following[index], (2...Self.reach).contains(next - index)
      else { continue }
      let distance = pairs[index].old - pairs[index].new
      let between = pairs[index].new + 1..<pairs[next].new
      let kept = between.filter { old[$0 + distance] == new[$0] }
      guard kept.count >= next - index - 1
      else { continue }
      for place in between { matches[place] = nil }
      for place in kept { matches[place] = place + distance }
      index = next - 1
    }
  }

  private static let reach = 100
}

private struct Reached {
  private var values: [Int]

  init(limit: Int) {
    values = Array(repeating: 0, count: 2 * limit + 3)
  }

  subscript(diagonal: Int) -> Int {
    get { values[values.count / 2 + diagonal] }
    set { values[values.count / 2 + diagonal] = newValue }
  }

  func diagonal(before diagonal: Int, _ changes: Int) -> Int {
    let isInserted =
      diagonal == -changes
      || diagonal != changes && self[diagonal - 1] < self[diagonal + 1]
    return isInserted ? diagonal + 1 : diagonal - 1
  }
}
