public import ComposableArchitecture
public import TerminalUI

extension TranscriptionView {
  /// Does what a key or the mouse says.
  ///
  /// - Parameters:
  ///   - event: What was done.
  ///   - store: The feature.
  ///   - frame: What the person sees.
  /// - Returns: Whether it means anything here.
  @MainActor
  @discardableResult
  public static func handle(
    _ event: Event, _ store: StoreOf<TranscriptionFeature>, _ frame: Frame
  ) -> Bool {
    switch store.destination {
    case .alert(let alert): return handle(event, alert, store, frame)
    case .model(let choice): return handle(event, choice, store)
    case nil: break
    }
    switch event {
    case .key(let key): return handle(key, store, frame)
    case .mouse(let mouse): return handle(mouse, store, frame)
    case .background, .focus, .paste, .resize: return false
    }
  }

  @MainActor
  private static func handle(
    _ key: Key, _ store: StoreOf<TranscriptionFeature>, _ frame: Frame
  ) -> Bool {
    switch key {
    case .enter: store.send(.openButtonTapped)
    case .delete, "c": store.send(.cancelButtonTapped)
    case "R": store.send(.retryAllButtonTapped)
    case "m": store.send(.modelButtonTapped)
    case "p": store.send(.pauseButtonTapped)
    case "r": store.send(.retryButtonTapped)
    case "t": store.send(.tryAgainButtonTapped)
    case "u": store.send(.undoButtonTapped)
    default:
      var list = store.list
      guard list.handle(key, count: store.queue.items.count, viewport: frame.viewport(listID))
      else { return false }
      store.send(.listChanged(list))
    }
    return true
  }

  @MainActor
  private static func handle(
    _ mouse: Mouse, _ store: StoreOf<TranscriptionFeature>, _ frame: Frame
  ) -> Bool {
    switch store.list.response(
      to: .mouse(mouse), count: store.queue.items.count, in: frame, id: listID)
    {
    case .pressed: store.send(.openButtonTapped)
    case .moved(let list): store.send(.listChanged(list))
    case nil: return false
    }
    return true
  }

  @MainActor
  private static func handle(
    _ event: Event, _ choice: ModelChoice.State, _ store: StoreOf<TranscriptionFeature>
  ) -> Bool {
    var field = choice.field
    func send(_ action: ModelChoice.Action) {
      store.send(.destination(.presented(.model(action))))
    }
    switch event {
    case .key(.enter): send(.chooseButtonTapped)
    case .key(.escape): send(.cancelButtonTapped)
    case .key, .paste:
      if field.handle(event) { send(.fieldChanged(field)) }
    case .background, .focus, .mouse, .resize: return false
    }
    return true
  }

  /// Nothing behind an alert gets a key. What replaces words has a key of its own.
  @MainActor
  private static func handle(
    _ event: Event, _ alert: AlertState<TranscriptionFeature.Destination.Alert>,
    _ store: StoreOf<TranscriptionFeature>, _ frame: Frame
  ) -> Bool {
    let button: ButtonState<TranscriptionFeature.Destination.Alert>?
    switch event {
    case .key(.enter), .key(.escape): button = nil
    case .key("o"):
      button = alert.buttons.first { $0.role == nil }
      if button == nil { return true }
    case .key("y"):
      button = alert.buttons.first { $0.role == .destructive }
      if button == nil { return true }
    case .mouse(let mouse) where mouse.kind == .press:
      guard let pressed = frame.tag(Dialog.Button.self, at: mouse.point),
        alert.buttons.indices.contains(pressed.index)
      else { return true }
      button = alert.buttons[pressed.index]
    case .key, .mouse, .paste: return true
    case .background, .focus, .resize: return false
    }
    if let action = button?.action.action {
      store.send(.destination(.presented(.alert(action))))
    } else {
      store.send(.destination(.dismiss))
    }
    return true
  }
}
