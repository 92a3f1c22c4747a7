public import FoundationEssentials
import Glibc

extension Date: ArgumentValue {
  /// Reads `2026-01-31`, `2026-01-31T14:30` or `2026-01-31T14:30:05`, in local time, or in UTC
  /// with a `Z` at the end. A blank may stand for the `T`; a day alone is its first moment.
  public init?(argument: String) {
    let isUTC = argument.hasSuffix("Z") || argument.hasSuffix("z")
    let text = isUTC ? argument.dropLast() : argument[...]
    let halves = text.split(
      omittingEmptySubsequences: false, whereSeparator: { "Tt ".contains($0) })
    guard (1...2).contains(halves.count),
      let date = numbers(halves[0], separator: "-", lengths: [4, 2, 2])
    else { return nil }
    var time: [Int32] = [0, 0, 0]
    if halves.count == 2 {
      guard
        let given = numbers(halves[1], separator: ":", lengths: [2, 2, 2])
          ?? numbers(halves[1], separator: ":", lengths: [2, 2]),
        given[0] < 24, given.dropFirst().allSatisfy({ $0 < 60 })
      else { return nil }
      time.replaceSubrange(0..<given.count, with: given)
    }
    var parts = tm()
    (parts.tm_year, parts.tm_mon, parts.tm_mday) = (date[0] - 1900, date[1] - 1, date[2])
    (parts.tm_hour, parts.tm_min, parts.tm_sec) = (time[0], time[1], time[2])
    parts.tm_isdst = -1
    let seconds = isUTC ? timegm(&parts) : mktime(&parts)
    // The C library takes the 31st of February for a day in March.
    guard parts.tm_mon == date[1] - 1, parts.tm_year == date[0] - 1900
    else { return nil }
    self.init(timeIntervalSince1970: Double(seconds))
  }

  public static var placeholder: String { "DATE" }
  public static var expectation: String { "a date such as 2026-01-31 or 2026-01-31T14:30" }

  /// In UTC, to the second.
  public var argumentText: String {
    var seconds = time_t(timeIntervalSince1970.rounded(.down))
    var parts = tm()
    gmtime_r(&seconds, &parts)
    let numbers = [
      (parts.tm_year + 1900, 4, "-"), (parts.tm_mon + 1, 2, "-"), (parts.tm_mday, 2, "T"),
      (parts.tm_hour, 2, ":"), (parts.tm_min, 2, ":"), (parts.tm_sec, 2, "Z"),
    ]
    return numbers.map { number, width, mark in
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits + mark
    }
    .joined()
  }
}

private func numbers(_ text: Substring, separator: Character, lengths: [Int]) -> [Int32]? {
  let parts = text.split(separator: separator, omittingEmptySubsequences: false)
  guard parts.map(\.count) == lengths,
    parts.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } })
  else { return nil }
  return parts.compactMap { Int32($0) }
}
