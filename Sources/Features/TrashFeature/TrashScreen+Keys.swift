import ComposableArchitecture
public import ComposableTerminal
public import TerminalUI

extension TrashScreen {
  public var name: String { "Trash" }

  public var keys: [KeyBinding<Action>] {
    let count = store.memos?.count ?? 0
    let isChosen = store.state.selected != nil
    return [
      KeyBinding(
        ["R"], .reloadButtonTapped, "try again", help: "Reload the trash",
        isEnabled: store.problem != nil),
      KeyBinding(
        ["u"], .restoreButtonTapped, "restore", help: "Restore the memo",
        isEnabled: isChosen && !store.isRestoring),
      KeyBinding(
        ["d", .delete], .deleteButtonTapped, "delete",
        help: "Permanently delete the memo (asks first)", isEnabled: isChosen),
      KeyBinding(
        [.escape], .closeButtonTapped, "back", help: "Close the trash",
        isEnabled: !store.isRestoring),
      KeyBinding(
        ["X"], .emptyButtonTapped, "empty",
        help: "Permanently delete everything in the trash (asks first)",
        isEnabled: count > 0),
      KeyBinding(
        [.enter], .openButtonTapped, "open", help: "Open the memo and play it",
        isEnabled: isChosen),
      KeyBinding(
        ["I"], .factsButtonTapped, "info", help: "Show details of the memo",
        isEnabled: isChosen),
    ] + KeyBinding.listMoves(help: "Go to another memo", isEnabled: count > 1)
  }

  public func handleInput(_ event: Event, in frame: Frame) -> Bool {
    move(
      \.list, with: event, count: store.memos?.count ?? 0, id: Self.listID, in: frame,
      pressed: .openButtonTapped)
  }
}
