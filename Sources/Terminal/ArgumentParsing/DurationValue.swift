extension Duration: ArgumentValue {
  /// Parses `90`, `1.5`, `1m30s`, `250ms`, `1:30` and the like. The default unit is seconds.
  public init?(argument: String) {
    let seconds =
      argument.contains(":") ? secondsOfClock(argument) : secondsOfUnits(argument)
    guard let seconds, seconds < 1e12
    else { return nil }
    self = .milliseconds(Int64((seconds * 1000).rounded()))
  }

  public static var placeholder: String { "TIME" }
  public static var expectedDescription: String { "a time such as 90, 1m30s or 1:30" }

  public var argumentText: String {
    let (seconds, attoseconds) = components
    let milliseconds = attoseconds / 1_000_000_000_000_000
    return milliseconds == 0 ? "\(seconds)s" : "\(seconds * 1000 + milliseconds)ms"
  }
}

private func secondsOfClock(_ text: String) -> Double? {
  let parts = text.split(separator: ":", omittingEmptySubsequences: false)
  guard (2...3).contains(parts.count)
  else { return nil }
  var total = 0.0
  for (index, part) in parts.enumerated() {
    guard let number = plainNumber(part), index == 0 || number < 60,
      index == parts.count - 1 || !part.contains(".")
    else { return nil }
    total = total * 60 + number
  }
  return total
}

private func secondsOfUnits(_ text: String) -> Double? {
  if let seconds = plainNumber(text[...]) { return seconds }
  let units = ["ms": 0.001, "s": 1, "m": 60, "h": 3600, "d": 86400]
  var rest = text[...]
  var total = 0.0
  while !rest.isEmpty {
    let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    rest = rest.dropFirst(digits.count)
    let unit = rest.prefix { $0.isASCII && $0.isLetter }
    rest = rest.dropFirst(unit.count)
    guard let number = plainNumber(digits), let factor = units[String(unit)]
    else { return nil }
    total += number * factor
  }
  return text.isEmpty ? nil : total
}

private func plainNumber(_ text: Substring) -> Double? {
  guard text.first?.isNumber == true, text.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") })
  else { return nil }
  return Double(text)
}
