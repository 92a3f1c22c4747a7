public import ComposableArchitecture
import SharedSettings
public import TerminalUI

extension SettingsView {
  /// Does what a key or the mouse says.
  ///
  /// - Parameters:
  ///   - event: What was done.
  ///   - store: The feature.
  ///   - frame: What the person sees.
  /// - Returns: Whether it means anything to the settings.
  @MainActor
  @discardableResult
  public static func handle(
    _ event: Event, _ store: StoreOf<SettingsFeature>, _ frame: Frame
  ) -> Bool {
    switch store.destination {
    case .alert: return dismiss(event, store)
    case .edit(let edit):
      return handle(event, edit) { store.send(.destination(.presented(.edit($0)))) }
    case .models(let choice):
      return handle(event, choice, frame) { store.send(.destination(.presented(.models($0)))) }
    case .retention(let review):
      return handle(event, review, frame) { store.send(.destination(.presented(.retention($0)))) }
    case .vocabulary(let editor):
      return handle(event, editor, frame) { store.send(.destination(.presented(.vocabulary($0)))) }
    case nil: break
    }
    switch event {
    case .key(.enter): store.send(.editButtonTapped)
    case .key(.left) where store.state.selection == .theme: store.send(.themeButtonTapped(by: -1))
    case .key(.right) where store.state.selection == .theme: store.send(.themeButtonTapped(by: 1))
    case .key("u") where store.retired != nil: store.send(.undoButtonTapped)
    default:
      let count = SettingsFeature.State.rows.count
      switch store.list.response(to: event, count: count, in: frame, id: listID) {
      case .pressed: store.send(.editButtonTapped)
      case .moved(let list): store.send(.listChanged(list))
      case nil: return false
      }
    }
    return true
  }

  /// Nothing behind an alert gets a key.
  @MainActor
  private static func dismiss(_ event: Event, _ store: StoreOf<SettingsFeature>) -> Bool {
    switch event {
    case .key(.enter), .key(.escape): store.send(.destination(.dismiss))
    case .mouse(let mouse) where mouse.kind == .press: store.send(.destination(.dismiss))
    case .background, .focus, .resize: return false
    case .key, .mouse, .paste: break
    }
    return true
  }

  @MainActor
  private static func handle(
    _ event: Event, _ edit: SettingEdit.State, _ send: (SettingEdit.Action) -> Void
  ) -> Bool {
    var text = edit.text
    switch event {
    case .key(.enter): send(.saveButtonTapped)
    case .key(.escape): send(.cancelButtonTapped)
    case .key, .paste:
      if text.handle(event) { send(.textChanged(text)) }
    case .mouse: break
    case .background, .focus, .resize: return false
    }
    return true
  }

  @MainActor
  private static func handle(
    _ event: Event, _ choice: ModelChoice.State, _ frame: Frame,
    _ send: (ModelChoice.Action) -> Void
  ) -> Bool {
    switch event {
    case .key(.enter): send(.chooseButtonTapped)
    case .key(.escape): send(.cancelButtonTapped)
    case .background, .focus, .resize: return false
    default:
      switch choice.list.response(
        to: event, count: choice.rows.count, in: frame, id: ModelChoiceSheet.listID)
      {
      case .pressed: send(.chooseButtonTapped)
      case .moved(let list): send(.listChanged(list))
      case nil: break
      }
    }
    return true
  }

  /// The return key does nothing that cannot be undone.
  @MainActor
  private static func handle(
    _ event: Event, _ review: RetentionReview.State, _ frame: Frame,
    _ send: (RetentionReview.Action) -> Void
  ) -> Bool {
    switch event {
    case .key("y"): send(.confirmButtonTapped)
    case .key(.enter), .key(.escape), .key("n"): send(.cancelButtonTapped)
    case .background, .focus, .resize: return false
    default:
      if case .moved(let list) = review.list.response(
        to: event, count: review.memos.count, in: frame, id: RetentionReviewSheet.listID)
      {
        send(.listChanged(list))
      }
    }
    return true
  }

  @MainActor
  private static func handle(
    _ event: Event, _ editor: VocabularyEditor.State, _ frame: Frame,
    _ send: (VocabularyEditor.Action) -> Void
  ) -> Bool {
    var field = editor.field
    switch event {
    case .key(.enter): send(.addButtonTapped)
    case .key(.escape): send(.doneButtonTapped)
    case .key(.delete) where field.text.isEmpty: send(.removeButtonTapped)
    case .key(.up), .key(.down), .key(.pageUp), .key(.pageDown), .mouse:
      if case .moved(let list) = editor.list.response(
        to: event, count: editor.words.count, in: frame, id: VocabularySheet.listID)
      {
        send(.listChanged(list))
      }
    case .key(let key):
      if field.handle(key) { send(.fieldChanged(field)) }
    case .paste(let text): send(.pasted(text))
    case .background, .focus, .resize: return false
    }
    return true
  }
}
