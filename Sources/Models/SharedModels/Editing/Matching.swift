/// Returns the matching old index for each new key, in ascending order. Matches common ends, then
/// keys that occur once on each side, so that common words don't match across sentences. The rest
/// gets a shortest difference or, if that would take too long, keys that occur equally often.
func matching(old: [String], new: [String]) -> [Int?] {
  var matches: [Int?] = Array(repeating: nil, count: new.count)
  var pending = [(old: 0..<old.count, new: 0..<new.count)]
  while let (oldRange, newRange) = pending.popLast() {
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
    let oldMiddle = oldRange.lowerBound + prefix..<oldRange.upperBound - suffix
    let newMiddle = newRange.lowerBound + prefix..<newRange.upperBound - suffix
    guard !oldMiddle.isEmpty, !newMiddle.isEmpty
    else { continue }
    var anchors = anchors(old, oldMiddle, new, newMiddle) { $0 == 1 && $1 == 1 }
    if anchors.isEmpty, oldMiddle.count * newMiddle.count > 1_000_000 {
      anchors = SharedModels.anchors(old, oldMiddle, new, newMiddle) { $0 == $1 }
    } else if anchors.isEmpty {
      matchShortest(old, oldMiddle, new, newMiddle, into: &matches)
    }
    guard !anchors.isEmpty
    else { continue }
    var (oldStart, newStart) = (oldMiddle.lowerBound, newMiddle.lowerBound)
    for anchor in anchors {
      matches[anchor.new] = anchor.old
      pending.append((oldStart..<anchor.old, newStart..<anchor.new))
      (oldStart, newStart) = (anchor.old + 1, anchor.new + 1)
    }
    pending.append((oldStart..<oldMiddle.upperBound, newStart..<newMiddle.upperBound))
  }
  return matches
}

private func anchors(
  _ old: [String], _ oldRange: Range<Int>, _ new: [String], _ newRange: Range<Int>,
  where isWanted: (_ oldCount: Int, _ newCount: Int) -> Bool
) -> [(old: Int, new: Int)] {
  let oldPlaces = Dictionary(grouping: oldRange) { old[$0] }
  let newPlaces = Dictionary(grouping: newRange) { new[$0] }
  let pairs = newPlaces.flatMap { key, newPlaces in
    guard let oldPlaces = oldPlaces[key], isWanted(oldPlaces.count, newPlaces.count)
    else { return [(old: Int, new: Int)]() }
    return zip(oldPlaces, newPlaces).map { (old: $0, new: $1) }
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

private func matchShortest(
  _ old: [String], _ oldRange: Range<Int>, _ new: [String], _ newRange: Range<Int>,
  into matches: inout [Int?]
) {
  let difference = new[newRange].difference(from: old[oldRange])
  var (removed, inserted): (Set<Int>, Set<Int>) = ([], [])
  for change in difference {
    switch change {
    case .remove(let offset, _, _): removed.insert(oldRange.lowerBound + offset)
    case .insert(let offset, _, _): inserted.insert(newRange.lowerBound + offset)
    }
  }
  let kept = zip(
    newRange.filter { !inserted.contains($0) }, oldRange.filter { !removed.contains($0) })
  for (newPlace, oldPlace) in kept { matches[newPlace] = oldPlace }
}
