import ComposableArchitecture
public import ComposableTerminal
public import TerminalUI

extension OnboardingScreen {
  public var name: String { "Welcome" }

  public var keys: [KeyBinding<Action>] {
    let canRecord = store.canRecord
    return [
      KeyBinding(
        [.enter, .ctrl("n")], .recordButtonTapped, "record", help: "Record the first memo",
        isEnabled: canRecord),
      KeyBinding(
        canRecord ? ["i", .ctrl("o")] : ["i", .ctrl("o"), .enter], .importButtonTapped, "import",
        help: "Import a file or a folder"),
      KeyBinding(["R"], .recheckButtonTapped, "recheck", help: "Check again"),
      KeyBinding([.escape], .laterButtonTapped, "later", help: "Continue without a memo"),
    ]
      + KeyBinding.listMoves(
        "select", help: "Go to another check", isEnabled: store.rows.count > 1)
  }

  public func handleInput(_ event: Event, in frame: Frame) -> Bool {
    move(
      \.list, with: event, count: store.rows.count, id: Self.listID, in: frame)
  }
}
