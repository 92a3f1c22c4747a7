/// What the parser, the help, the manual and the shells need to know of one option or argument.
public struct Specification: Sendable {
  public enum Kind: Equatable, Sendable {
    /// Present or not: `--json`.
    case flag
    /// Said or denied: `--wait`, `--no-wait`.
    case toggle
    /// With a value: `--format srt`.
    case option
    /// By its place: `FILE`.
    case argument
  }

  public var kind: Kind
  /// Without dashes; of an argument, the name that stands for it in help.
  public var name: String
  public var short: Character?
  public var placeholder: String
  /// One sentence.
  public var help: String
  public var completion: Completion
  /// The default as one would type it, if there is one to show.
  public var defaultText: String?
  public var isHidden = false
  public var isRepeated = false
  public var isRequired = false
  /// Reads one value, or says what is wrong with it.
  var parse: @Sendable (String) -> Reading

  enum Reading {
    case value(any Sendable)
    /// Completes "`--jobs`: ".
    case problem(String)
  }

  /// As users type it: `--format`, or the argument's name.
  public var label: String { kind == .argument ? name : "--" + name }

  var takesValue: Bool { kind == .option || kind == .argument }
}
