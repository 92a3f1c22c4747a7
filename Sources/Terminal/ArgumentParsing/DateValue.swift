public import FoundationEssentials
import Glibc

extension Date: ArgumentValue {
  /// Parses `2026` to `2026-01-31T14:30:05.123`, local unless it ends in `Z` or `+01:00`. Of a time
  /// that clocks show twice, takes the first; a time that they skip moves forward.
  public init?(argument: String) {
    let pattern =
      #/
      ([0-9]{4}) (?: -([0-9]{2}) (?: -([0-9]{2}) (?:
      [Tt\ ]([0-9]{2}):([0-9]{2}) (?: :([0-9]{2}) (?: [.,]([0-9]+) )? )?
      ([+\-][0-9]{2}(?: :?[0-9]{2} )?)? )? )? )? ([Zz])?
      /#
    guard let match = argument.wholeMatch(of: pattern), match.8 == nil || match.9 == nil,
      let year = Int32(match.1)
    else { return nil }
    let month = match.2.flatMap { Int32($0) } ?? 1
    let day = match.3.flatMap { Int32($0) } ?? 1
    let time = [match.4, match.5, match.6].map { $0.flatMap { Int32($0) } ?? 0 }
    var parts = tm()
    (parts.tm_year, parts.tm_mon, parts.tm_mday) = (year - 1900, month - 1, day)
    // `timegm` accepts February 31.
    var start = parts
    _ = timegm(&start)
    guard start.tm_mon == month - 1, start.tm_year == year - 1900, time[0] < 24,
      time.dropFirst().allSatisfy({ $0 < 60 })
    else { return nil }
    (parts.tm_hour, parts.tm_min, parts.tm_sec) = (time[0], time[1], time[2])
    let seconds: time_t
    if let offset = match.8 {
      let digits = offset.filter(\.isNumber)
      guard let hours = time_t(digits.prefix(2)), hours < 24,
        let minutes = time_t("0\(digits.dropFirst(2))"), minutes < 60
      else { return nil }
      seconds = timegm(&parts) - (offset.hasPrefix("-") ? -1 : 1) * (hours * 60 + minutes) * 60
    } else {
      seconds = match.9 == nil ? localSeconds(parts) : timegm(&parts)
    }
    let fraction = match.7.flatMap { Double("0.\($0)") } ?? 0
    self.init(timeIntervalSince1970: Double(seconds) + fraction)
  }

  public static var placeholder: String { "DATE" }
  public static var expectedDescription: String {
    "a date such as 2026-01-31, 2026-01, 2026 or 2026-01-31T14:30"
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
    "a date such as 2026-01-31, 2026-01, 2026, 2026-01-31T14:30, yesterday or 7d"
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
