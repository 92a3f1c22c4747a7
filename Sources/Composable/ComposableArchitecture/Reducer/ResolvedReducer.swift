import ConcurrencyExtras

/// A child reducer, with its body evaluated once.
///
/// The body is evaluated when the first action arrives, not when the parent is put together: a
/// recursive feature holds itself.
struct ResolvedReducer<State, Action> {
  private let storage: Storage

  init(_ reducer: some Reducer<State, Action>) {
    storage = Storage(reducer)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    storage.resolved.reduce(into: &state, action: action)
  }

  private final class Storage: @unchecked Sendable {
    private let lock = Lock()
    private var reducer: any Reducer<State, Action>
    private var isResolved = false

    init(_ reducer: any Reducer<State, Action>) {
      self.reducer = reducer
    }

    var resolved: any Reducer<State, Action> {
      lock.lock()
      defer { lock.unlock() }
      if !isResolved {
        reducer = reducer._resolved()
        isResolved = true
      }
      return reducer
    }
  }
}
