import ComposableArchitecture
public import TerminalUI

extension Screen {
  /// Passes a key, or pasted text, to a text field.
  ///
  /// - Parameters:
  ///   - field: The text as it is.
  ///   - event: What was done.
  ///   - changed: Makes the action that tells the feature of the new text.
  /// - Returns: `true` if the text field handled the event.
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

  /// Passes a key that moves in a list, the wheel, or a click on a row to the list.
  ///
  /// - Parameters:
  ///   - list: The list as it is.
  ///   - event: What was done.
  ///   - count: How many rows it has.
  ///   - id: What it is called in the frame.
  ///   - frame: What the person sees.
  ///   - moved: Makes the action that tells the feature of the new state.
  ///   - pressed: What a click on the chosen row sends, if it does anything.
  /// - Returns: `true` if the list handled the event.
  @discardableResult
  public func move(
    _ list: ListState, with event: Event, count: Int, id: String, in frame: Frame,
    moved: (ListState) -> Action, pressed: Action? = nil
  ) -> Bool {
    switch list.response(to: event, count: count, in: frame, id: id) {
    case .moved(let list): store.send(moved(list))
    case .pressed:
      if let pressed { store.send(pressed) }
    case nil: return false
    }
    return true
  }
}

extension KeyBinding {
  /// The keys that ``Screen/move(_:with:count:id:in:moved:pressed:)`` moves in a list by.
  ///
  /// - Parameters:
  ///   - label: What the footer calls the arrows, if it is to name them.
  ///   - help: What the arrows do, in a sentence without a full stop.
  ///   - isTyping: Whether letters and the keys of a text field are typed.
  ///   - isEnabled: Whether there is somewhere to go.
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
