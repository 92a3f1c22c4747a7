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

  private func twoDigits(_ number: Int64) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}
