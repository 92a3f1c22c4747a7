public import ComposableArchitecture
public import TerminalUI

extension SearchView {
  /// Does what a key or the mouse says. What is no key of the list is typed.
  ///
  /// - Parameters:
  ///   - event: What was done.
  ///   - store: The feature.
  ///   - frame: What the person sees.
  /// - Returns: Whether it means anything to the search.
  @MainActor
  @discardableResult
  public static func handle(
    _ event: Event, _ store: StoreOf<SearchFeature>, _ frame: Frame
  ) -> Bool {
    switch event {
    case .key(.enter): store.send(.openButtonTapped)
    case .key(.escape):
      guard !store.field.text.isEmpty
      else { return false }
      store.send(.clearButtonTapped)
    case .key(.up): move(.by(-1), store, frame)
    case .key(.down): move(.by(1), store, frame)
    case .key(.pageUp): move(.page(-1), store, frame)
    case .key(.pageDown): move(.page(1), store, frame)
    case .key, .paste:
      var field = store.field
      guard field.handle(event)
      else { return false }
      store.send(.fieldChanged(field))
    case .mouse(let mouse): return handle(mouse, store, frame)
    case .background, .focus, .resize: return false
    }
    return true
  }

  @MainActor
  private static func move(
    _ move: ListState.Move, _ store: StoreOf<SearchFeature>, _ frame: Frame
  ) {
    var list = store.list
    list.move(move, count: store.state.rows.count, viewport: frame.viewport(listID))
    store.send(.listChanged(list))
  }

  @MainActor
  private static func handle(
    _ mouse: Mouse, _ store: StoreOf<SearchFeature>, _ frame: Frame
  ) -> Bool {
    switch store.list.response(
      to: .mouse(mouse), count: store.state.rows.count, in: frame, id: listID)
    {
    case .pressed: store.send(.openButtonTapped)
    case .moved(let list): store.send(.listChanged(list))
    case nil: return false
    }
    return true
  }
}
