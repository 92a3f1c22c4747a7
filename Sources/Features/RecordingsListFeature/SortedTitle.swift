import SharedModels

/// A memo's index and title prefix, small for long lists. Full titles, then indices, break ties.
struct SortedTitle {
  let index: Int
  /// The first 16 bytes, big-endian.
  private let prefix: (UInt64, UInt64)

  init(_ title: String, at index: Int) {
    self.index = index
    var prefix = (UInt64.zero, UInt64.zero)
    for (number, byte) in title.caseFolded.utf8.prefix(16).enumerated() {
      let bits = UInt64(byte) << UInt64(56 - 8 * (number % 8))
      if number < 8 { prefix.0 |= bits } else { prefix.1 |= bits }
    }
    self.prefix = prefix
  }

  func isBefore(_ other: Self, title: (Int) -> String) -> Bool {
    if prefix != other.prefix { return prefix < other.prefix }
    let titles = (title(index).caseFolded, title(other.index).caseFolded)
    return titles.0 == titles.1
      ? index < other.index : titles.0.utf8.lexicographicallyPrecedes(titles.1.utf8)
  }
}
