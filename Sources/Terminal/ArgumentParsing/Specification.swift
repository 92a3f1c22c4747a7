public struct Specification: Sendable {
  public enum Kind: Equatable, Sendable {
    case flag
    case toggle
    case option
    case argument
  }

  public var kind: Kind
  public var name: String
  public var short: Character?
  public var placeholder: String
  public var help: String
  public var completion: Completion
  public var defaultText: String?
  public var isRepeated = false
  public var isRequired = false
  var parse: @Sendable (String) -> ParseResult

  enum ParseResult {
    case value(any Sendable)
    case problem(String)
  }

  public var label: String { kind == .argument ? name : "--" + name }

  var takesValue: Bool { kind == .option || kind == .argument }
}
