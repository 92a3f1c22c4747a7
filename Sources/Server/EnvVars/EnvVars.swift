/// What a program is told by its environment: the values of a file, and before them those of the
/// process.
public struct EnvVars: Equatable, Sendable {
  /// A value that is none for its variable. Its description is a line that names the variable.
  public struct Problem: Error, Equatable, CustomStringConvertible {
    public let description: String

    public init(_ description: String) {
      self.description = description
    }
  }

  private struct Value: Equatable {
    /// Where it is said, for who is to mend it.
    let place: String
    let text: String
  }

  private var values: [String: Value] = [:]

  /// - Parameters:
  ///   - process: What the process was started with.
  ///   - file: What stands behind it, if anything does.
  public init(process: [String: String], file: EnvFile? = nil) {
    for (name, line) in file?.lines ?? [:] {
      values[name] = Value(place: "\(file?.name ?? ""), line \(line.number): ", text: line.text)
    }
    for (name, text) in process { values[name] = Value(place: "", text: text) }
  }

  /// What a variable says; `nil` where it is not set, or to nothing.
  public subscript(name: String) -> String? {
    guard let text = values[name]?.text, !text.isEmpty
    else { return nil }
    return text
  }

  /// What a variable says, as what it means.
  ///
  /// - Parameter read: Makes the value of the text, or says what the text must be.
  /// - Returns: `nil` where the variable is not set, or to nothing.
  /// - Throws: ``Problem``.
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

/// What the text of a variable means.
public enum EnvValue<Value> {
  case value(Value)
  /// It means nothing; what it must be, as the end of a sentence.
  case mustBe(String)
}

extension EnvValue: Sendable where Value: Sendable {}

extension EnvValue<Bool> {
  /// Yes or no.
  public static func bool(_ text: String) -> Self {
    switch text.lowercased() {
    case "1", "on", "true", "yes": .value(true)
    case "0", "false", "no", "off": .value(false)
    default: .mustBe("1 or 0")
    }
  }
}

extension EnvValue<Int> {
  /// A whole number of a range.
  public static func int(_ text: String, in range: ClosedRange<Int>) -> Self {
    let expectation = "from \(range.lowerBound) to \(range.upperBound)"
    guard let number = Int(text)
    else { return .mustBe("a whole number \(expectation)") }
    guard range.contains(number)
    else { return .mustBe(expectation) }
    return .value(number)
  }
}
