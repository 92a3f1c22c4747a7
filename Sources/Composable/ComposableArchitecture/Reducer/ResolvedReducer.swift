import POSIX

/// A child reducer, with its body evaluated once.
///
/// The body is evaluated for the first action, not when the parent is composed, since a recursive
/// feature contains itself.
@usableFromInline
struct ResolvedReducer<State, Action> {
  private let storage: ReducerStorage<State, Action>

  @usableFromInline
  init(_ reducer: some Reducer<State, Action>) {
    storage = ReducerStorage(reducer)
  }

  @usableFromInline
  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    storage.resolved.reduce(into: &state, action: action)
  }
}

private final class ReducerStorage<State, Action> {
  private let reducer: any Reducer<State, Action>
  private let box = Mutex<AnyReducerBox?>(nil)

  init(_ reducer: any Reducer<State, Action>) {
    self.reducer = reducer
  }

  @inline(__always)
  var resolved: ReducerBox<State, Action> {
    // No other box is ever stored.
    unsafeDowncast(box.withLock { $0 } ?? resolve(), to: ReducerBox<State, Action>.self)
  }

  private func resolve() -> AnyReducerBox {
    let reducer = reducer._resolved()
    let resolved = Self.box(reducer)
    // Two threads may arrive here first; one of their results is kept.
    return box.withLock { box in
      let kept = box ?? resolved
      box = kept
      return kept
    }
  }

  private static func box<R: Reducer<State, Action>>(_ reducer: R) -> AnyReducerBox {
    TypedReducerBox(reducer)
  }
}

/// A reducer of any type, state and action.
private class AnyReducerBox: @unchecked Sendable {
  // Unchecked for the subclasses, which are immutable.
}

/// A reducer of any type. Calling it is one call of a method.
private class ReducerBox<State, Action>: AnyReducerBox, @unchecked Sendable {
  func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}

private final class TypedReducerBox<R: Reducer>: ReducerBox<R.State, R.Action>,
  @unchecked Sendable
{
  private let reducer: R

  init(_ reducer: R) {
    self.reducer = reducer
  }

  override func reduce(into state: inout R.State, action: R.Action) -> Effect<R.Action> {
    reducer.reduce(into: &state, action: action)
  }
}
