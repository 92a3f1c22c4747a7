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
    var list = store.list
    let (count, viewport) = (store.state.rows.count, frame.viewport(listID))
    switch event {
    case .key(let key):
      guard list.handle(key, count: count, viewport: viewport)
      else { return false }
    case .mouse(let mouse):
      switch mouse.kind {
      case .scrollDown: list.scroll(by: 3, count: count, viewport: viewport)
      case .scrollUp: list.scroll(by: -3, count: count, viewport: viewport)
      case .press where mouse.button == .left:
        guard let row = frame.tag(List.Row.self, at: mouse.point)
        else { return false }
        list.move(.to(row.index), count: count, viewport: viewport)
      default: return false
      }
    case .background, .focus, .paste, .resize: return false
    }
    store.send(.listChanged(list))
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
    case .key(let key):
      if text.handle(key) { store.send(.pathChanged(text)) }
    case .paste(let pasted):
      text.insert(pasted)
      store.send(.pathChanged(text))
    case .mouse: break
    case .background, .focus, .resize: return false
    }
    return true
  }
}
