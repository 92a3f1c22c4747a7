public import Foundation

// Written here, not with Foundation's formatters: these round the fraction of a second down, so
// that a date does not come back as it was, and are many times slower over thousands of rows.

extension Date {
  /// The date in UTC to the nearest millisecond, as `2026-01-31T12:00:00.250Z`; the fraction is
  /// left out if it is zero. Dates outside the years 1…9999 become the nearest inside.
  public var iso8601: String {
    let limits = -62_135_596_800_000.0...253_402_300_799_999.0
    let exact = (timeIntervalSince1970 * 1000).rounded()
    let milliseconds =
      exact.isNaN ? 0 : Int64(min(max(exact, limits.lowerBound), limits.upperBound))
    let (seconds, fraction) = milliseconds.flooredDivision(by: 1000)
    let (days, second) = seconds.flooredDivision(by: 86400)
    let (year, month, day) = civilDate(daysSince1970: days)
    let time = [second / 3600, second / 60 % 60, second % 60]
      .map { $0.padded(2) }.joined(separator: ":")
    let tail = fraction == 0 ? "" : "." + fraction.padded(3)
    return "\(year.padded(4))-\(month.padded(2))-\(day.padded(2))T\(time)\(tail)Z"
  }

  /// Reads a date such as `2026-01-31T12:00:00Z`, with or without a fraction of a second, in UTC
  /// (`Z`) or at an offset (`+02:00`). `nil` if the text is anything else.
  public init?(iso8601 text: some StringProtocol) {
    var reader = DigitReader(text.utf8)
    guard
      let year = reader.number(4), reader.skip("-"),
      let month = reader.number(2), reader.skip("-"),
      let day = reader.number(2), reader.skip("T") || reader.skip("t"),
      let hour = reader.number(2), hour < 24, reader.skip(":"),
      let minute = reader.number(2), minute < 60, reader.skip(":"),
      let second = reader.number(2), second < 61,
      let fraction = reader.fraction(),
      let offset = reader.offset(), reader.isAtEnd,
      let days = daysSince1970(year: year, month: month, day: day)
    else { return nil }
    let seconds = days * 86400 + hour * 3600 + minute * 60 + second - offset
    self.init(timeIntervalSince1970: Double(seconds) + fraction)
  }
}

private struct DigitReader<Bytes: Collection<UInt8>> {
  private var rest: Bytes.SubSequence

  init(_ bytes: Bytes) {
    rest = bytes[...]
  }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: scalar)
    else { return false }
    rest.removeFirst()
    return true
  }

  /// A number of just so many digits.
  mutating func number(_ length: Int) -> Int64? {
    var number: Int64 = 0
    for _ in 0..<length {
      guard let digit = digit()
      else { return nil }
      number = number * 10 + digit
    }
    return number
  }

  /// Zero if there is none, `nil` for a point without digits after it.
  mutating func fraction() -> Double? {
    guard skip(".") || skip(",")
    else { return 0 }
    var (numerator, denominator, count) = (0.0, 1.0, 0)
    while let digit = digit() {
      count += 1
      if count <= 12 {
        (numerator, denominator) = (numerator * 10 + Double(digit), denominator * 10)
      }
    }
    return count == 0 ? nil : numerator / denominator
  }

  /// Seconds east of UTC.
  mutating func offset() -> Int64? {
    if skip("Z") || skip("z") { return 0 }
    let isEast = skip("+")
    guard isEast || skip("-"), let hours = number(2), hours < 24
    else { return nil }
    _ = skip(":")
    guard let minutes = number(2), minutes < 60
    else { return nil }
    return (isEast ? 1 : -1) * (hours * 3600 + minutes * 60)
  }

  private mutating func digit() -> Int64? {
    guard let byte = rest.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    else { return nil }
    rest.removeFirst()
    return Int64(byte - UInt8(ascii: "0"))
  }
}

/// The Gregorian calendar repeats every 400 years, which have this many days.
private let daysIn400Years: Int64 = 146_097
/// From 1 March of the year 0, where the count is simplest, to 1 January 1970.
private let daysFromYear0To1970: Int64 = 719_468

private func civilDate(daysSince1970: Int64) -> (year: Int64, month: Int64, day: Int64) {
  let (era, dayOfEra) = (daysSince1970 + daysFromYear0To1970).flooredDivision(by: daysIn400Years)
  let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
  let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
  let monthFromMarch = (5 * dayOfYear + 2) / 153
  let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
  return (
    year: era * 400 + yearOfEra + (month <= 2 ? 1 : 0),
    month: month,
    day: dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
  )
}

/// `nil` for a day that the calendar does not have.
private func daysSince1970(year: Int64, month: Int64, day: Int64) -> Int64? {
  guard (1...12).contains(month), (1...31).contains(day)
  else { return nil }
  let (era, yearOfEra) = (month <= 2 ? year - 1 : year).flooredDivision(by: 400)
  let monthFromMarch = month > 2 ? month - 3 : month + 9
  let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
  let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
  let days = era * daysIn400Years + dayOfEra - daysFromYear0To1970
  guard civilDate(daysSince1970: days) == (year, month, day)
  else { return nil }
  return days
}

extension Int64 {
  fileprivate func flooredDivision(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }

  fileprivate func padded(_ width: Int) -> String {
    let digits = String(self)
    return String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
  }
}
