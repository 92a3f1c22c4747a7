extension AnyHashable: CustomDumpRepresentable {
  /// The value to dump instead.
  public var customDumpValue: Any { base }
}

extension Character: CustomDumpStringConvertible {
  /// The text that is dumped for the value.
  public var customDumpDescription: String { debugDescription }
}

extension ObjectIdentifier: CustomDumpStringConvertible {
  /// The text that is dumped for the value.
  public var customDumpDescription: String { debugDescription }
}

extension StaticString: CustomDumpRepresentable {
  /// The value to dump instead.
  public var customDumpValue: Any { description }
}

extension Unicode.Scalar: CustomDumpRepresentable {
  /// The value to dump instead.
  public var customDumpValue: Any { String(self) }
}

extension Duration: CustomDumpStringConvertible {
  /// The duration in words, such as `1 minute, 30 seconds`. Parts that are zero are left out.
  public var customDumpDescription: String {
    guard self != .zero
    else { return "0 seconds" }
    let sign = self < .zero ? "-" : ""
    let (seconds, attoseconds) = components
    var rest = seconds.magnitude
    var parts: [(count: String, unit: String)] = []
    for (unit, length) in [("day", 86_400), ("hour", 3_600), ("minute", 60), ("second", 1)] {
      parts.append(("\(rest / UInt64(length))", unit))
      rest %= UInt64(length)
    }
    var fraction = attoseconds.magnitude
    let units: [(String, UInt64)] = [
      ("millisecond", 1_000_000_000_000_000), ("microsecond", 1_000_000_000_000),
      ("nanosecond", 1_000_000_000), ("attosecond", 1),
    ]
    for (unit, length) in units {
      parts.append(("\(fraction / length)", unit))
      fraction %= length
    }
    return
      parts
      .filter { $0.count != "0" }
      .map { "\(sign)\($0.count) \($0.unit)\($0.count == "1" ? "" : "s")" }
      .joined(separator: ", ")
  }
}
