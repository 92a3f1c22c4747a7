/// A type that a command line can hold: read from one argument.
///
/// An enumeration of strings needs no code: with `CaseIterable`, its raw values are the choices.
public protocol ArgumentValue: Sendable {
  /// `nil` if the text is no such value.
  init?(argument: String)

  /// What stands for the value in help, such as `NUMBER`.
  static var placeholder: String { get }

  /// What the text should have been, to complete "… is not": `a whole number`.
  static var expectation: String { get }

  static var completion: Completion { get }

  /// The value as one would type it.
  var argumentText: String { get }
}

/// What a shell offers for a value.
public enum Completion: Equatable, Sendable {
  case none
  case choices([String])
  case files
  case folders
  /// What a command prints, such as `memo complete ids`: a value in each line and, after a tab, what
  /// it is. It is run each time that the person asks, and has to be fast.
  case printed(by: String)
  /// The same, of a command that is also given, after `--`, the words of the line before the one that
  /// is completed, without the program's name.
  case printedForWords(by: String)
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

  public static var expectation: String {
    "one of " + allCases.map(\.rawValue).joined(separator: ", ")
  }

  public static var completion: Completion { .choices(allCases.map(\.rawValue)) }

  public var argumentText: String { rawValue }
}

extension String: ArgumentValue {
  public static var placeholder: String { "TEXT" }
  public static var expectation: String { "a text" }
}

extension Int: ArgumentValue {
  public static var placeholder: String { "NUMBER" }
  public static var expectation: String { "a whole number" }
}

extension Double: ArgumentValue {
  /// Only finite numbers: `nan` and `inf` are none that a user means.
  public init?(argument: String) {
    guard let number = Double(argument), number.isFinite
    else { return nil }
    self = number
  }

  public static var placeholder: String { "NUMBER" }
  public static var expectation: String { "a number" }
}
