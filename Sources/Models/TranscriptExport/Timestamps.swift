import SharedModels

func timestamp(_ time: Duration, separator: String) -> String {
  let milliseconds = max(time.wholeMilliseconds, 0)
  let seconds = milliseconds / 1000
  return [seconds / 3600, seconds / 60 % 60, seconds % 60].map { padded($0, 2) }
    .joined(separator: ":") + separator + padded(milliseconds % 1000, 3)
}

func clock(_ time: Duration) -> String {
  let seconds = max(time.wholeMilliseconds, 0) / 1000
  return seconds < 3600
    ? "\(seconds / 60):\(padded(seconds % 60, 2))"
    : "\(seconds / 3600):\(padded(seconds / 60 % 60, 2)):\(padded(seconds % 60, 2))"
}

private func padded(_ number: Int64, _ width: Int) -> String {
  let digits = String(number)
  return String(repeating: "0", count: max(0, width - digits.count)) + digits
}
