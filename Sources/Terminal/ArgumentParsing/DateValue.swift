public import FoundationEssentials
import Glibc

extension Date: ArgumentValue {
  /// Parses `2026-01`, `2026-01-31` or `2026-01-31T14:30:05`, in local time unless it ends in `Z`.
  /// A time that clocks show twice is the first one; a time that they skip moves forward.
  public init?(argument: String) {
    let isUTC = argument.hasSuffix("Z") || argument.hasSuffix("z")
    let text = isUTC ? argument.dropLast() : argument[...]
    let halves = text.split(
      omittingEmptySubsequences: false, whereSeparator: { "Tt ".contains($0) })
    guard (1...2).contains(halves.count),
      let date = numbers(halves[0], separator: "-", lengths: [4, 2, 2])
        ?? (halves.count == 1
          ? numbers(text, separator: "-", lengths: [4, 2]).map { $0 + [1] } : nil)
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
    // `timegm` accepts February 31.
    var day = parts
    _ = timegm(&day)
    guard day.tm_mon == date[1] - 1, day.tm_year == date[0] - 1900
    else { return nil }
    self.init(timeIntervalSince1970: Double(isUTC ? timegm(&parts) : localSeconds(parts)))
  }

  public static var placeholder: String { "DATE" }
  public static var expectedDescription: String {
    "a date such as 2026-01-31, 2026-01 or 2026-01-31T14:30"
  }

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

private func localSeconds(_ parts: tm) -> time_t {
  // Without an explicit `tm_isdst`, the result depends on earlier calls.
  let moments = [Int32(1), 0].map { isSummer in
    var given = parts
    given.tm_isdst = isSummer
    let seconds = mktime(&given)
    return (seconds, isShown: given.tm_hour == parts.tm_hour && given.tm_min == parts.tm_min)
  }
  let shown = moments.filter(\.isShown).map(\.0)
  return shown.min() ?? moments[1].0
}

public enum RelativeDate: ArgumentValue, Equatable {
  case date(Date)
  case daysAgo(Int)

  public init?(argument: String) {
    if argument == "today" {
      self = .daysAgo(0)
    } else if argument == "yesterday" {
      self = .daysAgo(1)
    } else if argument.hasSuffix("d"), (2...6).contains(argument.utf8.count),
      argument.utf8.dropLast().allSatisfy({ (0x30...0x39).contains($0) }),
      let days = Int(argument.dropLast())
    {
      self = .daysAgo(days)
    } else if let date = Date(argument: argument) {
      self = .date(date)
    } else {
      return nil
    }
  }

  public static var placeholder: String { "DATE" }
  public static var expectedDescription: String {
    "a date such as 2026-01-31, 2026-01, 2026-01-31T14:30, yesterday or 7d"
  }

  public var argumentText: String {
    switch self {
    case .date(let date): date.argumentText
    case .daysAgo(let days): "\(days)d"
    }
  }

  public func date(asOf now: Date) -> Date {
    let days: Int
    switch self {
    case .date(let date): return date
    case .daysAgo(let count): days = count
    }
    var seconds = time_t(now.timeIntervalSince1970.rounded(.down))
    var parts = tm()
    localtime_r(&seconds, &parts)
    parts.tm_mday -= Int32(days)
    (parts.tm_hour, parts.tm_min, parts.tm_sec) = (0, 0, 0)
    _ = timegm(&parts)
    return Date(timeIntervalSince1970: Double(localSeconds(parts)))
  }
}
