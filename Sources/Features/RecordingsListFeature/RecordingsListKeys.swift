public import ComposableArchitecture
import SharedModels
public import TerminalUI

extension RecordingsListView {
  /// Does what a key or the mouse says.
  ///
  /// - Parameters:
  ///   - event: What was done.
  ///   - store: The feature.
  ///   - frame: What the person sees.
  /// - Returns: Whether it means anything to the list.
  @MainActor
  @discardableResult
  public static func handle(
    _ event: Event, _ store: StoreOf<RecordingsListFeature>, _ frame: Frame
  ) -> Bool {
    switch store.destination {
    case .alert(let alert): return handle(event, alert, store, frame)
    case .edit(let edit): return handle(event, edit, store)
    case nil: break
    }
    if let field = store.filterField, handle(event, filter: field, store) { return true }
    switch event {
    case .key(let key): return handle(key, store, frame)
    case .mouse(let mouse): return handle(mouse, store, frame)
    case .background, .focus, .paste, .resize: return false
    }
  }

  @MainActor
  private static func handle(
    _ key: Key, _ store: StoreOf<RecordingsListFeature>, _ frame: Frame
  ) -> Bool {
    switch key {
    case .enter: store.send(.openButtonTapped)
    case .escape where store.arrangement.isFiltering: store.send(.filterClearButtonTapped)
    case .delete, "d": store.send(.deleteButtonTapped)
    case "/": store.send(.filterButtonTapped)
    case "F": store.send(.favoritesOnlyButtonTapped)
    case "R": store.send(.reloadButtonTapped)
    case "f": store.send(.favoriteButtonTapped)
    case "r": store.send(.editButtonTapped(.title))
    case "s": store.send(.orderButtonTapped)
    case "t": store.send(.editButtonTapped(.tags))
    case "u": store.send(.undoButtonTapped)
    default:
      var list = store.list
      guard list.handle(key, count: store.rows.count, viewport: frame.viewport(listID))
      else { return false }
      store.send(.listChanged(list))
    }
    return true
  }

  @MainActor
  private static func handle(
    _ mouse: Mouse, _ store: StoreOf<RecordingsListFeature>, _ frame: Frame
  ) -> Bool {
    switch store.list.response(
      to: .mouse(mouse), count: store.rows.count, in: frame, id: listID)
    {
    case .pressed: store.send(.openButtonTapped)
    case .moved(let list): store.send(.listChanged(list))
    case nil: return false
    }
    return true
  }

  @MainActor
  private static func handle(
    _ event: Event, filter: TextFieldState, _ store: StoreOf<RecordingsListFeature>
  ) -> Bool {
    var filter = filter
    switch event {
    case .key(.enter): store.send(.filterDoneButtonTapped)
    case .key(.escape): store.send(.filterClearButtonTapped)
    case .key, .paste:
      guard filter.handle(event)
      else { return false }
      store.send(.filterChanged(filter))
    case .background, .focus, .mouse, .resize: return false
    }
    return true
  }

  @MainActor
  private static func handle(
    _ event: Event, _ edit: RecordingEdit.State, _ store: StoreOf<RecordingsListFeature>
  ) -> Bool {
    var text = edit.text
    switch event {
    case .key(.enter): store.send(.destination(.presented(.edit(.saveButtonTapped))))
    case .key(.escape): store.send(.destination(.presented(.edit(.cancelButtonTapped))))
    case .key, .paste:
      if text.handle(event) { store.send(.destination(.presented(.edit(.textChanged(text))))) }
    case .background, .focus, .mouse, .resize: return false
    }
    return true
  }

  @MainActor
  private static func handle(
    _ event: Event, _ alert: AlertState<RecordingsListFeature.Destination.Alert>,
    _ store: StoreOf<RecordingsListFeature>, _ frame: Frame
  ) -> Bool {
    let button: Int?
    switch event {
    case .key(.enter): button = 0
    case .key(.escape): button = nil
    case .mouse(let mouse) where mouse.kind == .press:
      guard let pressed = frame.tag(Dialog.Button.self, at: mouse.point)
      else { return true }
      button = pressed.index
    case .key, .mouse, .paste: return true
    case .background, .focus, .resize: return false
    }
    let action = button.flatMap { alert.buttons.indices.contains($0) ? alert.buttons[$0] : nil }?
      .action.action
    if let action {
      store.send(.destination(.presented(.alert(action))))
    } else {
      store.send(.destination(.dismiss))
    }
    return true
  }
}
