import ComposableArchitecture
public import ComposableTerminal
public import TerminalUI

extension ImportScreen {
  public var name: String { "Import" }

  public var typing: Typing { .everything }

  public var keys: [KeyBinding<Action>] {
    if store.isImporting {
      return [
        KeyBinding([.escape], .closeButtonTapped, "stop", help: "Import none of the other files")
      ]
    }
    guard store.items.isEmpty
    else {
      return [KeyBinding([.enter, .escape], .closeButtonTapped, "close", help: "Close the sheet")]
    }
    let isTyped = store.field.text.contains { !$0.isWhitespace }
    return [
      KeyBinding(
        [.enter], .importButtonTapped, "import", help: "Import the files", isEnabled: isTyped),
      KeyBinding(
        [.tab], .completeButtonTapped, "complete the name",
        help: "Complete the name, or show how it can go on", isEnabled: isTyped),
      KeyBinding([.escape], .closeButtonTapped, "close", help: "Import nothing"),
    ]
  }

  /// A key that types nothing is no command of what lies behind the sheet, either.
  public func handleInput(_ event: Event, in frame: Frame) -> Bool {
    switch event {
    case .key, .paste:
      if !store.isImporting { edit(store.field, with: event) { .fieldChanged($0) } }
      return true
    case .background, .focus, .mouse, .resize:
      return false
    }
  }
}
