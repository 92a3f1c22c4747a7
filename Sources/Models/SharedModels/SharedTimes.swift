package func sharedTimes(
  of lengths: [Int], from start: Duration, to end: Duration
) -> [(start: Duration, end: Duration)] {
  let total = max(1, lengths.reduce(0, +))
  var before = 0
  return lengths.map { length in
    let from = start + (end - start) * before / total
    before += length
    return (from, before == total ? end : start + (end - start) * before / total)
  }
}
