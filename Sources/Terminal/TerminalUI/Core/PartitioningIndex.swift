extension RandomAccessCollection where Index == Int {
  /// The first index from which on the condition holds, in a collection where it holds for no element
  /// before one for which it does not. Logarithmic.
  func partitioningIndex(where condition: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if condition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
