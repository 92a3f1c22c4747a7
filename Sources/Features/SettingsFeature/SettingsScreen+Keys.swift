import ComposableArchitecture
public import ComposableTerminal
import SharedSettings
public import TerminalUI

extension SettingsScreen {
  public var name: String { "Settings" }

  public var keys: [KeyBinding<Action>] {
    let isChoice = [.setting(.speakers), .setting(.theme)].contains(store.state.selection)
    return [
      KeyBinding(
        [.enter], .editButtonTapped, isChoice ? "next" : "change", help: "Change the setting"),
      KeyBinding(
        [[.left]: -1, [.right]: 1], { .choiceButtonTapped(by: $0) },
        help: "Choose the previous or next value", isEnabled: isChoice),
    ] + KeyBinding.listMoves("select", help: "Go to another setting")
  }

  public func handleInput(_ event: Event, in frame: Frame) -> Bool {
    move(
      \.list, with: event, count: store.state.rows.count, id: Self.listID,
      in: frame, pressed: .editButtonTapped)
  }
}
