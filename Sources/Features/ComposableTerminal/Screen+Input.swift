public import ComposableArchitecture
public import TerminalUI

extension Screen {
  /// Passes a key or pasted text to a text field; returns whether the field handled it.
  @discardableResult
  public func edit(
    _ field: TextFieldState, with event: Event, changed: (TextFieldState) -> Action
  ) -> Bool {
    var field = field
    guard field.handle(event)
    else { return false }
    store.send(changed(field))
    return true
  }

}

extension Screen where Action: BindableAction, Action.State == State {
  /// Returns whether the list handled the input. A click on the selected row sends `pressed`.
  @discardableResult
  public func move(
    _ list: WritableKeyPath<State, ListState>, with event: Event, count: Int, id: String,
    in frame: Frame, pressed: Action? = nil
  ) -> Bool {
    let current = store.withState { $0[keyPath: list] }
    switch current.response(to: event, count: count, in: frame, id: id) {
    case .moved(let moved): store.send(.set(list, moved))
    case .pressed:
      if let pressed { store.send(pressed) }
    case nil: return false
    }
    return true
  }

  public func measure(
    _ isLong: WritableKeyPath<State, Bool>, of pageID: String, in frame: Frame
  ) {
    guard let page = frame.viewport(pageID),
      page.overflows != store.withState({ $0[keyPath: isLong] })
    else { return }
    store.send(.set(isLong, page.overflows))
  }
}

extension KeyBinding {
  /// ``Screen/move(_:with:count:id:in:pressed:)``'s keys, without a text field's if `isTyping`.
  public static func listMoves(
    _ label: String? = nil, help: String, isTyping: Bool = false, isEnabled: Bool = true
  ) -> [Self] {
    guard !isTyping
    else {
      return [
        directions([[.up], [.down]], label, help: help, isEnabled),
        directions([[.pageUp], [.pageDown]], help: "Go up or down a page", isEnabled),
      ]
    }
    return [
      directions([[.up, "k"], [.down, "j"]], label, help: help, isEnabled),
      directions(
        [[.pageUp], [.pageDown], [.ctrl("u")], [.ctrl("d")]],
        help: "Go up or down a page or half a page", isEnabled),
      directions(
        [[.home, "g"], [.end, "G"]], help: "Go to the first or last line", isEnabled),
    ]
  }
}
