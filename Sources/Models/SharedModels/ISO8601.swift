public import Foundation

// Foundation's formatter truncates a fraction that a `Double` holds a little below a millisecond,
// so dates would not round-trip.

extension Date {
  /// To the millisecond. Omits a zero fraction, and clamps to the years 1…9999.
  public var iso8601: String {
    let limits = -62_135_596_800_000.0...253_402_300_799_999.0
    let exact = (timeIntervalSince1970 * 1000).rounded()
    let milliseconds =
      exact.isNaN ? 0 : Int64(min(max(exact, limits.lowerBound), limits.upperBound))
    let (seconds, fraction) = milliseconds.flooredDivision(by: 1000)
    let (days, second) = seconds.flooredDivision(by: 86400)
    let (year, month, day) = civilDate(daysSince1970: days)
    return String(unsafeUninitializedCapacity: 24) { buffer in
      var writer = DigitWriter(buffer: buffer)
      writer.write(year, digits: 4, then: "-")
      writer.write(month, digits: 2, then: "-")
      writer.write(day, digits: 2, then: "T")
      writer.write(second / 3600, digits: 2, then: ":")
      writer.write(second / 60 % 60, digits: 2, then: ":")
      writer.write(second % 60, digits: 2, then: fraction == 0 ? "Z" : ".")
      if fraction != 0 { writer.write(fraction, digits: 3, then: "Z") }
      return writer.count
    }
  }

  public init?(iso8601 text: some StringProtocol) {
    var text = String(text)
    guard let seconds = text.withUTF8({ DigitReader(bytes: $0).date() })
    else { return nil }
    self.init(timeIntervalSince1970: seconds)
  }
}

private struct DigitWriter {
  let buffer: UnsafeMutableBufferPointer<UInt8>
  var count = 0

  mutating func write(_ number: Int64, digits: Int, then mark: Unicode.Scalar) {
    var rest = number
    for place in (0..<digits).reversed() {
      buffer[count + place] = UInt8(ascii: "0") + UInt8(rest % 10)
      rest /= 10
    }
    buffer[count + digits] = UInt8(ascii: mark)
    count += digits + 1
  }
}

private struct DigitReader {
  let bytes: UnsafeBufferPointer<UInt8>
  var position = 0

  consuming func date() -> Double? {
    guard
      let year = number(4), skip("-"),
      let month = number(2), skip("-"),
      let day = number(2), skip("T") || skip("t"),
      let hour = number(2), hour < 24, skip(":"),
      let minute = number(2), minute < 60, skip(":"),
      let second = number(2), second < 61,
      let fraction = fraction(),
      let offset = offset(), isAtEnd,
      let days = daysSince1970(year: year, month: month, day: day)
    else { return nil }
    let seconds = days * 86400 + hour * 3600 + minute * 60 + second - offset
    return Double(seconds) + fraction
  }

  private var isAtEnd: Bool { position == bytes.count }

  private mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
    guard !isAtEnd, bytes[position] == UInt8(ascii: scalar)
    else { return false }
    position += 1
    return true
  }

  private mutating func number(_ length: Int) -> Int64? {
    var number: Int64 = 0
    for _ in 0..<length {
      guard let digit = digit()
      else { return nil }
      number = number * 10 + digit
    }
    return number
  }

  private mutating func fraction() -> Double? {
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

  private mutating func offset() -> Int64? {
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
    guard !isAtEnd, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[position])
    else { return nil }
    position += 1
    return Int64(bytes[position - 1] - UInt8(ascii: "0"))
  }
}

private let daysIn400Years: Int64 = 146_097
/// From 1 March of the year 0, where the count is simplest.
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
}
