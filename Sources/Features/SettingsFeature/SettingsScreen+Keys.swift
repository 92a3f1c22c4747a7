import ComposableArchitecture
public import ComposableTerminal
import SharedSettings
public import TerminalUI

extension SettingsScreen {
  public var front: (any Screen)? {
    switch store.destination {
    case .alert(let alert):
      self.alert(alert, \.destination, \.alert)
    case .edit:
      store.scope(state: \.destination?.edit, action: \.destination.presented.edit)
        .map(TextSheet.init)
    case .models:
      store.scope(state: \.destination?.models, action: \.destination.presented.models)
        .map(ChoiceSheet.init)
    case .retention:
      store.scope(state: \.destination?.retention, action: \.destination.presented.retention)
        .map(RetentionReviewSheet.init)
    case .vocabulary:
      store.scope(state: \.destination?.vocabulary, action: \.destination.presented.vocabulary)
        .map(VocabularySheet.init)
    case nil:
      nil
    }
  }

  public var keys: [KeyBinding<Action>] {
    let isTheme = store.state.selection == .theme
    return [
      KeyBinding(
        ["u"], .undoButtonTapped, "undo", help: "Restore the memos that went to the trash",
        isEnabled: store.retired != nil),
      .input([.up, .down], "choose", help: "Go to another setting"),
      KeyBinding(
        [.enter], .editButtonTapped, isTheme ? "next" : "change", help: "Change the setting"),
      KeyBinding(
        [[.left]: -1, [.right]: 1], { .themeButtonTapped(by: $0) },
        help: "Take the colors before or the next ones", isEnabled: isTheme),
    ]
  }

  public func handleInput(_ event: Event, in frame: Frame) -> Bool {
    move(
      store.list, with: event, count: SettingsFeature.State.rows.count, id: Self.listID,
      in: frame, moved: { .listChanged($0) }, pressed: .editButtonTapped)
  }
}
