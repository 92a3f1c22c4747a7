public import ArgumentParsing

public struct PreviewRequest: Equatable, Sendable {
  public var actions = false
  public var ascii = false
  public var checkKeys = false
  public var list = false
  public var record: String?
  public var replay: String?
  public var script: String?
  /// Such as `80x24`.
  public var size: String?
  public var state: String?
  public var styles = false

  public init(_ arguments: ParsedArguments) {
    actions = arguments[Self.actions]
    ascii = arguments[Self.ascii]
    checkKeys = arguments[Self.checkKeys]
    list = arguments[Self.list]
    record = arguments[Self.record]
    replay = arguments[Self.replay]
    script = arguments[Self.script]
    size = arguments[Self.size]
    state = arguments[Self.state]
    styles = arguments[Self.styles]
  }

  public static var options: [any CommandParameter] {
    [list, state, script, size, ascii, styles, actions, checkKeys, record, replay]
  }

  private static let list = Parameter.flag("list", help: "List the starting states.")
  private static let state = Parameter<String?>.option(
    "state", as: String.self, help: "Start in this state. Default: the first one.")
  private static let script = Parameter<String?>.option(
    "script", as: String.self,
    help: "Run steps without a terminal and print each frame: 'down enter type:Budget wait:1'.")
  private static let size = Parameter<String?>.option(
    "size", as: String.self, help: "The size of the frames without a terminal, such as 80x24.",
    check: {
      ScriptStep.size($0) == nil ? "must be COLUMNSxROWS, from 1x1 to 1000x1000" : nil
    })
  private static let ascii = Parameter.flag(
    "ascii", help: "Draw the frames of a script with ASCII characters only.")
  private static let styles = Parameter.flag(
    "styles", help: "Mark styles in the frames of a script, such as {reverse:word}.")
  private static let actions = Parameter.flag(
    "actions", help: "Print each action and the state that it changed.")
  private static let checkKeys = Parameter.flag(
    "check-keys",
    help: """
      Press every key in every state, and print keys whose effect differs from what is shown, and \
      where the footer leaves out esc. What was checked goes to standard error.
      """)
  private static let record = Parameter<String?>.option(
    "record", as: String.self, placeholder: "FILE", completion: .files,
    help: """
      Record the session or the script, with a fixed date, fixed IDs, and a clock that can be \
      replayed.
      """)
  private static let replay = Parameter<String?>.option(
    "replay", as: String.self, placeholder: "FILE", completion: .files,
    help: "Replay a recorded session and print each frame.")
}
