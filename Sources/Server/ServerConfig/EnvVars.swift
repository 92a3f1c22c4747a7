/// Environment variables. Those of the process take precedence over the file's.
public struct EnvVars: Equatable, Sendable {
  public struct Problem: Error, Equatable, CustomStringConvertible {
    public let description: String

    public init(_ description: String) {
      self.description = description
    }
  }

  private struct Value: Equatable {
    /// File and line, for error messages.
    let place: String
    let text: String
  }

  private var values: [String: Value] = [:]

  public init(process: [String: String], file: EnvFile? = nil) {
    for (name, line) in file?.lines ?? [:] {
      values[name] = Value(place: "\(file?.name ?? ""), line \(line.number): ", text: line.text)
    }
    for (name, text) in process { values[name] = Value(place: "", text: text) }
  }

  /// `nil` if the variable is unset or empty.
  public subscript(name: String) -> String? {
    guard let text = values[name]?.text, !text.isEmpty
    else { return nil }
    return text
  }

  public func value<Result>(
    of name: String, _ read: (String) -> EnvValue<Result>
  ) throws(Problem) -> Result? {
    guard let text = self[name]
    else { return nil }
    switch read(text) {
    case .value(let value): return value
    case .mustBe(let expectation):
      let place = values[name]?.place ?? ""
      throw Problem("\(place)\(name) is '\(text)' but must be \(expectation)")
    }
  }
}

public enum EnvValue<Value> {
  case value(Value)
  case mustBe(String)
}

extension EnvValue: Sendable where Value: Sendable {}

extension EnvValue<Bool> {
  public static func bool(_ text: String) -> Self {
    switch text.lowercased() {
    case "1", "on", "true", "yes": .value(true)
    case "0", "false", "no", "off": .value(false)
    default: .mustBe("1 or 0")
    }
  }
}

extension EnvValue<Int> {
  public static func int(_ text: String, in range: ClosedRange<Int>) -> Self {
    let expectation = "from \(range.lowerBound) to \(range.upperBound)"
    guard let number = Int(text)
    else { return .mustBe("a whole number \(expectation)") }
    guard range.contains(number)
    else { return .mustBe(expectation) }
    return .value(number)
  }
}
