import ComposableArchitecture
public import ComposableTerminal
public import TerminalUI

extension ImportScreen {
  public var name: String { "Import" }

  public var typing: Typing {
    !store.isImporting && store.items.isEmpty ? .text : .nothing
  }

  public var keys: [KeyBinding<Action>] {
    if store.isImporting {
      return [
        KeyBinding(
          [.escape], .closeButtonTapped, "stop", help: "Stop and keep the files imported so far")
      ]
    }
    guard !store.state.isFinished
    else {
      return [
        KeyBinding([.enter, .escape], .closeButtonTapped, "close", help: "Close the dialog")
      ]
        + KeyBinding.listMoves(
          "select", help: "Go to another file", isEnabled: store.state.rows.count > 1)
    }
    let hasInput = store.field.text.contains { !$0.isWhitespace }
    return [
      KeyBinding(
        [.enter], .importButtonTapped, "import", help: "Import the files", isEnabled: hasInput),
      KeyBinding(
        [.tab], .completeButtonTapped, "complete",
        help: "Complete the name, or list the matches", isEnabled: hasInput),
      KeyBinding([.escape], .closeButtonTapped, "close", help: "Close without importing"),
    ]
  }

  public func handleInput(_ event: Event, in frame: Frame) -> Bool {
    if typing == .text { return edit(store.field, with: event) { .fieldChanged($0) } }
    return store.state.isFinished
      && move(
        \.list, with: event, count: store.state.rows.count, id: Self.listID, in: frame)
  }
}
