extension Duration {
  /// `0:07`, `12:34` or `1:02:03`, rounded down.
  public var clock: String {
    let total = max(0, components.seconds)
    let (hours, minutes, seconds) = (total / 3600, total / 60 % 60, total % 60)
    return hours > 0
      ? "\(hours):\(twoDigits(minutes)):\(twoDigits(seconds))"
      : "\(minutes):\(twoDigits(seconds))"
  }
}

func twoDigits(_ number: some BinaryInteger) -> String {
  number < 10 ? "0\(number)" : "\(number)"
}

extension Duration {
  /// `45 s`, `12 min` or `1 h 5 min`, rounded down.
  public var brief: String {
    let total = max(0, components.seconds)
    let (hours, minutes) = (total / 3600, total / 60 % 60)
    if hours == 0 { return minutes == 0 ? "\(total) s" : "\(minutes) min" }
    return minutes == 0 ? "\(hours) h" : "\(hours) h \(minutes) min"
  }
}
