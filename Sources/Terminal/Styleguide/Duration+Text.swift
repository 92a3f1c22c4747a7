extension Duration {
  /// The time as a clock shows it: `0:07`, `12:34`, `1:02:03`. Parts of a second are cut off, as
  /// players do.
  public var clock: String {
    let total = max(0, components.seconds)
    let (hours, minutes, seconds) = (total / 3600, total / 60 % 60, total % 60)
    return hours > 0
      ? "\(hours):\(twoDigits(minutes)):\(twoDigits(seconds))"
      : "\(minutes):\(twoDigits(seconds))"
  }
}

/// A number up to 99, with a zero before a single digit.
func twoDigits(_ number: some BinaryInteger) -> String {
  number < 10 ? "0\(number)" : "\(number)"
}

extension Duration {
  /// The time as one says it: `45 s`, `12 min`, `1 h 5 min`. Parts that are cut off are dropped.
  public var brief: String {
    let total = max(0, components.seconds)
    let (hours, minutes) = (total / 3600, total / 60 % 60)
    if hours == 0 { return minutes == 0 ? "\(total) s" : "\(minutes) min" }
    return minutes == 0 ? "\(hours) h" : "\(hours) h \(minutes) min"
  }
}
