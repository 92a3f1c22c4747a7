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
  }

  public static var options: [any CommandParameter] {
    [list, state, script, size, ascii, actions, checkKeys, record, replay]
  }

  private static let list = Parameter.flag("list", help: "Print the names of the states.")
  private static let state = Parameter<String?>.option(
    "state", as: String.self, help: "The state to begin with.")
  private static let script = Parameter<String?>.option(
    "script", as: String.self,
    help: "Do without a terminal, and print each frame: 'down enter type:Budget wait:1'.")
  private static let size = Parameter<String?>.option(
    "size", as: String.self, help: "The size of a script's frames, as 80x24.",
    check: {
      ScriptStep.size($0) == nil ? "must be as 80x24, from 1x1 to 1000x1000" : nil
    })
  private static let ascii = Parameter.flag(
    "ascii", help: "Draw a script's frames with ASCII signs alone.")
  private static let actions = Parameter.flag(
    "actions", help: "Print each action, and what it did.")
  private static let checkKeys = Parameter.flag(
    "check-keys",
    help: "Press every key everywhere, at three sizes, and print those that are not as shown.")
  private static let record = Parameter<String?>.option(
    "record", as: String.self, placeholder: "FILE", completion: .files,
    help: "Keep what is done, on a clock, ids and a date that can be had again.")
  private static let replay = Parameter<String?>.option(
    "replay", as: String.self, placeholder: "FILE", completion: .files,
    help: "Do again what was recorded, and print each frame.")
}
