public import ComposableArchitecture
public import TerminalUI

extension OnboardingView {
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
    _ event: Event, _ store: StoreOf<OnboardingFeature>, _ frame: Frame
  ) -> Bool {
    if let path = store.path { return handle(event, path, store) }
    switch event {
    case .key(.enter): store.send(store.state.canRecord ? .recordButtonTapped : .importButtonTapped)
    case .key("r") where store.state.canRecord: store.send(.recordButtonTapped)
    case .key("i"): store.send(.importButtonTapped)
    case .key("a"): store.send(.lookAgainButtonTapped)
    case .key(.escape): store.send(.laterButtonTapped)
    case .key, .mouse: return move(event, store, frame)
    case .background, .focus, .paste, .resize: return false
    }
    return true
  }

  @MainActor
  private static func move(
    _ event: Event, _ store: StoreOf<OnboardingFeature>, _ frame: Frame
  ) -> Bool {
    switch store.list.response(
      to: event, count: store.state.rows.count, in: frame, id: listID)
    {
    case .moved(let list): store.send(.listChanged(list))
    // Nothing is opened here.
    case .pressed:
      var list = store.list
      list.followsSelection = true
      store.send(.listChanged(list))
    case nil: return false
    }
    return true
  }

  @MainActor
  private static func handle(
    _ event: Event, _ path: OnboardingFeature.PathField, _ store: StoreOf<OnboardingFeature>
  ) -> Bool {
    var text = path.text
    switch event {
    case .key(.enter): store.send(.pathImportButtonTapped)
    case .key(.escape): store.send(.pathCancelButtonTapped)
    case .key, .paste:
      if text.handle(event) { store.send(.pathChanged(text)) }
    case .mouse: break
    case .background, .focus, .resize: return false
    }
    return true
  }
}
