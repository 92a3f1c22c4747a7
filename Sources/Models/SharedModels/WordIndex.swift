/// Where each segment's words begin in the row of all words. Kept beside the segments so that a
/// word is found by number or time without walking over the segments before it.
struct WordIndex: Equatable, Sendable {
  /// The places in `segments` that have words…
  private(set) var segments: [Int] = []
  /// … and the number of words before each of them.
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
  /// The first index whose element does not satisfy `precedes`, in a collection where all that do
  /// come first. Logarithmic.
  func partitioningIndex(where precedes: (Element) -> Bool) -> Index {
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
