public import Foundation

extension JSONEncoder {
  public static var speechMemo: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .custom { date, encoder in
      var container = encoder.singleValueContainer()
      try container.encode(date.iso8601)
    }
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }
}

extension JSONDecoder {
  public static var speechMemo: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      let container = try decoder.singleValueContainer()
      let text = try container.decode(String.self)
      guard let date = Date(iso8601: text)
      else {
        throw DecodingError.dataCorruptedError(
          in: container,
          debugDescription: "\"\(text)\" is not a date such as 2026-01-31T12:00:00Z")
      }
      return date
    }
    return decoder
  }
}

extension Duration {
  public var secondsToMillisecond: Double { Double(wholeMilliseconds) / 1000 }

  /// Rounds to the millisecond; `nil` for NaN and for more than about 285,000 years.
  public init?(secondsToMillisecond seconds: Double) {
    let milliseconds = (seconds * 1000).rounded()
    guard milliseconds.magnitude < 9e15
    else { return nil }
    self = .milliseconds(Int64(milliseconds))
  }

  /// Clamps to 0...1e12: the standard library traps above 1.7e20. NaN becomes zero.
  package init(clampingSeconds seconds: Double) {
    self = .seconds(min(max(0, seconds), 1e12))
  }

  /// Rounds halves away from zero. Saturates, because sums of stored times can overflow.
  public var wholeMilliseconds: Int64 {
    let (seconds, attoseconds) = components
    let half: Int64 = attoseconds < 0 ? -500_000_000_000_000 : 500_000_000_000_000
    let (whole, isTooLong) = seconds.multipliedReportingOverflow(by: 1000)
    let (sum, isSumTooLong) = whole.addingReportingOverflow(
      (attoseconds + half) / 1_000_000_000_000_000)
    guard !isTooLong, !isSumTooLong
    else { return seconds < 0 ? .min : .max }
    return sum
  }
}

extension KeyedDecodingContainer {
  /// The default stands in for keys that older versions did not write.
  func decode<Value: Decodable>(
    _ key: Key, default defaultValue: @autoclosure () -> Value
  ) throws -> Value {
    try decodeIfPresent(Value.self, forKey: key) ?? defaultValue()
  }

  package func decodeSeconds(_ key: Key) throws -> Duration? {
    guard let seconds = try decodeIfPresent(Double.self, forKey: key)
    else { return nil }
    guard let duration = Duration(secondsToMillisecond: seconds)
    else {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: self, debugDescription: "\(seconds) is not a number of seconds")
    }
    return duration
  }
}

extension KeyedEncodingContainer {
  mutating func encodeSeconds(_ duration: Duration, _ key: Key) throws {
    try encode(duration.secondsToMillisecond, forKey: key)
  }
}

/// Encoded as `null` if there is no value.
package struct Nullable<Value: Encodable>: Encodable {
  private let value: Value?

  package init(_ value: Value?) { self.value = value }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let value { try container.encode(value) } else { try container.encodeNil() }
  }
}
