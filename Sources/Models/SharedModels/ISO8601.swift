public import Foundation

// Foundation's formatter truncates a fraction just below a millisecond: dates wouldn't round-trip.

extension Date {
  /// To the millisecond. Omits a zero fraction, and clamps to the years 1…9999.
  public var iso8601: String {
    let limits = -62_135_596_800_000.0...253_402_300_799_999.0
    let exact = (timeIntervalSince1970 * 1000).rounded()
    let milliseconds =
      exact.isNaN ? 0 : Int64(min(max(exact, limits.lowerBound), limits.upperBound))
    let fraction = (milliseconds % 1000 + 1000) % 1000
    var seconds = Int((milliseconds - fraction) / 1000)
    var time = tm()
    gmtime_r(&seconds, &time)
    return String(unsafeUninitializedCapacity: 24) { buffer in
      var writer = DigitWriter(buffer: buffer)
      writer.write(Int64(time.tm_year) + 1900, digits: 4, then: "-")
      writer.write(Int64(time.tm_mon) + 1, digits: 2, then: "-")
      writer.write(Int64(time.tm_mday), digits: 2, then: "T")
      writer.write(Int64(time.tm_hour), digits: 2, then: ":")
      writer.write(Int64(time.tm_min), digits: 2, then: ":")
      writer.write(Int64(time.tm_sec), digits: 2, then: fraction == 0 ? "Z" : ".")
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

  /// Parses a local time: `2026-01-31T14:30:00`. Of two, takes the first; moves skipped ones on.
  public init?(iso8601 text: some StringProtocol, in timeZone: TimeZone) {
    guard let clock = Date(iso8601: "\(text)Z")
    else { return nil }
    let day = 86_400.0
    let offsets = [clock - day, clock + day].map { timeZone.secondsFromGMT(for: $0) }
    let dates = offsets.map { clock - Double($0) }
    let shown = zip(dates, offsets).filter { timeZone.secondsFromGMT(for: $0) == $1 }.map(\.0)
    self = shown.min() ?? dates[0]
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
      let date = startOfDay(year: year, month: month, day: day)
    else { return nil }
    let seconds = date + hour * 3600 + minute * 60 + second - offset
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

/// In seconds since 1970; `nil` if there is no such day.
private func startOfDay(year: Int64, month: Int64, day: Int64) -> Int64? {
  var time = tm()
  time.tm_year = Int32(year - 1900)
  time.tm_mon = Int32(month - 1)
  time.tm_mday = Int32(day)
  let seconds = timegm(&time)
  // The system would turn February 31 into a day in March.
  return time.tm_mon == month - 1 && time.tm_mday == day ? Int64(seconds) : nil
}
