/// A memo's index with the beginning of its title, so that a hundred thousand of them are small.
/// Equal beginnings are resolved by the full titles, then by index.
struct SortedTitle {
  let place: Int
  /// The first 16 bytes, big-endian.
  private let beginning: (UInt64, UInt64)

  init(_ title: String, at place: Int) {
    self.place = place
    let plain = title.utf8.allSatisfy { $0 < 0x80 } ? title : Arrangement.plain(title)
    var beginning = (UInt64.zero, UInt64.zero)
    for (number, byte) in plain.utf8.prefix(16).enumerated() {
      let isCapital = (0x41...0x5a).contains(byte)
      let bits = UInt64(isCapital ? byte | 0x20 : byte) << UInt64(56 - 8 * (number % 8))
      if number < 8 { beginning.0 |= bits } else { beginning.1 |= bits }
    }
    self.beginning = beginning
  }

  func isBefore(_ other: Self, title: (Int) -> String) -> Bool {
    if beginning != other.beginning { return beginning < other.beginning }
    let titles = (Arrangement.plain(title(place)), Arrangement.plain(title(other.place)))
    return titles.0 == titles.1 ? place < other.place : titles.0 < titles.1
  }
}
