/// Sends actions from an effect back into the store.
///
/// ```swift
/// .run { send in
///   await send(.started)
/// }
/// ```
///
/// Actions of a canceled effect, or of a released store, are dropped.
@MainActor
public struct Send<Action>: Sendable {
  let send: @MainActor @Sendable (Action) -> Void

  /// Makes a sender, for calling an effect's functions outside of a store.
  ///
  /// - Parameter send: Gets each action.
  public nonisolated init(send: @escaping @MainActor @Sendable (Action) -> Void) {
    self.send = send
  }

  /// Sends an action.
  ///
  /// - Parameter action: The action.
  public func callAsFunction(_ action: Action) {
    guard !Task.isCancelled
    else { return }
    send(action)
  }

  /// Sends an action without an animation, since there is no user interface.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - animation: Ignored.
  public func callAsFunction(_ action: Action, animation: Animation?) {
    callAsFunction(action)
  }
}

/// The type an effect sends with: `SendOf<Feature>` is `Send<Feature.Action>`.
public typealias SendOf<R: Reducer> = Send<R.Action>
