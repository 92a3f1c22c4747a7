/// Finds a word by number or time without a walk over the segments before it.
struct WordIndex: Equatable, Sendable {
  private(set) var segments: [Int] = []
  private(set) var offsets: [Int] = []
  private(set) var count = 0

  init(_ segments: [Segment]) {
    self.segments.reserveCapacity(segments.count)
    offsets.reserveCapacity(segments.count)
    for place in segments.indices {
      let wordCount = segments[place].words.count
      guard wordCount > 0
      else { continue }
      self.segments.append(place)
      offsets.append(count)
      count += wordCount
    }
  }
}

extension RandomAccessCollection {
  package func partitioningIndex(where precedes: (Element) -> Bool) -> Index {
    var low = startIndex
    var length = count
    while length > 0 {
      let half = length / 2
      let middle = index(low, offsetBy: half)
      if precedes(self[middle]) {
        low = index(after: middle)
        length -= half + 1
      } else {
        length = half
      }
    }
    return low
  }
}
