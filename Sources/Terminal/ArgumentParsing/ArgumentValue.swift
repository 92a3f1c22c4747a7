/// A type read from one argument. String enumerations that are `CaseIterable` need no code.
public protocol ArgumentValue: Sendable {
  init?(argument: String)

  static var placeholder: String { get }

  /// Completes the error "… is not", such as `a whole number`.
  static var expectedDescription: String { get }

  static var completion: Completion { get }

  var argumentText: String { get }
}

public enum Completion: Equatable, Sendable {
  case none
  case choices([String])
  case files
  case folders
  /// A command that prints a value per line, optionally with a tab and a description. Must be fast.
  case output(of: String)
  /// Such a command that also receives the preceding words of the line, after `--`.
  case outputForWords(of: String)
}

extension ArgumentValue {
  public static var completion: Completion { .none }
}

extension ArgumentValue where Self: LosslessStringConvertible {
  public init?(argument: String) {
    self.init(argument)
  }

  public var argumentText: String { description }
}

extension ArgumentValue where Self: CaseIterable & RawRepresentable<String> {
  public init?(argument: String) {
    self.init(rawValue: argument)
  }

  public static var placeholder: String { String(describing: Self.self).uppercased() }

  public static var expectedDescription: String {
    "one of " + allCases.map(\.rawValue).joined(separator: ", ")
  }

  public static var completion: Completion { .choices(allCases.map(\.rawValue)) }

  public var argumentText: String { rawValue }
}

extension String: ArgumentValue {
  public static var placeholder: String { "TEXT" }
  public static var expectedDescription: String { "a text" }
}

extension Int: ArgumentValue {
  public static var placeholder: String { "NUMBER" }
  public static var expectedDescription: String { "a whole number" }
}

extension Double: ArgumentValue {
  public init?(argument: String) {
    guard let number = Double(argument), number.isFinite
    else { return nil }
    self = number
  }

  public static var placeholder: String { "NUMBER" }
  public static var expectedDescription: String { "a number" }
}
