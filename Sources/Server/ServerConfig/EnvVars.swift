/// Environment variables. Those of the process take precedence over the file's.
public struct EnvVars: Equatable, Sendable {
  public struct Problem: Error, Equatable, CustomStringConvertible {
    public let description: String

    public init(_ description: String) {
      self.description = description
    }
  }

  private struct Value: Equatable {
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

  public subscript(name: String) -> String? {
    guard let text = values[name]?.text, !text.isEmpty
    else { return nil }
    return text
  }

  public func value<Value>(
    of name: String, _ read: (String) throws(InvalidValue) -> Value
  ) throws(Problem) -> Value? {
    guard let text = self[name]
    else { return nil }
    do throws(InvalidValue) {
      return try read(text)
    } catch {
      let place = values[name]?.place ?? ""
      throw Problem("\(place)\(name) is '\(text)' but must be \(error.expectation)")
    }
  }
}

public struct InvalidValue: Error {
  let expectation: String
}

extension Bool {
  public init(setting text: String) throws(InvalidValue) {
    switch text.lowercased() {
    case "1", "on", "true", "yes": self = true
    case "0", "false", "no", "off": self = false
    default: throw InvalidValue(expectation: "1 or 0")
    }
  }
}

extension Int {
  public init(setting text: String, in range: ClosedRange<Int>) throws(InvalidValue) {
    let expectation = "from \(range.lowerBound) to \(range.upperBound)"
    guard let number = Int(text)
    else { throw InvalidValue(expectation: "a whole number \(expectation)") }
    guard range.contains(number)
    else { throw InvalidValue(expectation: expectation) }
    self = number
  }
}
