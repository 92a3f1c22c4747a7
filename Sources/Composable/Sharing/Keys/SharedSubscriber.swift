/// Takes the values that a key finds changed at their source, as often as they change.
///
/// It may be called from any thread, and outlive the properties it serves: it then does nothing.
public struct SharedSubscriber<Value>: Sendable {
  private let callback: @Sendable (Result<Value?, any Error>) -> Void
  private let onLoading: @Sendable (Bool) -> Void
  private let access: @Sendable () -> (any SharedValueAccess<Value>)?

  /// Makes a subscriber, to call a key's `subscribe` by hand.
  ///
  /// - Parameters:
  ///   - callback: Gets each value, `nil` where the property is to return to its default, or an
  ///     error.
  ///   - onLoading: Is told when the key starts and ends to load a value.
  public init(
    callback: @escaping @Sendable (Result<Value?, any Error>) -> Void,
    onLoading: @escaping @Sendable (Bool) -> Void = { _ in }
  ) {
    self.init(callback: callback, onLoading: onLoading) { nil }
  }

  init(
    callback: @escaping @Sendable (Result<Value?, any Error>) -> Void,
    onLoading: @escaping @Sendable (Bool) -> Void,
    access: @escaping @Sendable () -> (any SharedValueAccess<Value>)?
  ) {
    self.callback = callback
    self.onLoading = onLoading
    self.access = access
  }

  /// The shared value, for as long as there is one. `nil` where the subscriber was made by hand.
  package var reference: (any SharedValueAccess<Value>)? { access() }

  /// Gives the shared properties a new value, which is not saved.
  public func yield(_ value: Value) {
    yield(with: .success(value))
  }

  /// Says that the source can no longer tell its value. The properties keep theirs, and have the
  /// error as their `loadError`.
  public func yield(throwing error: any Error) {
    yield(with: .failure(error))
  }

  /// Says that the source has no value any more: the properties return to their default.
  public func yieldReturningInitialValue() {
    yield(with: .success(nil))
  }

  /// Gives the shared properties a new value, their default (`nil`), or an error.
  public func yield(with result: Result<Value?, any Error>) {
    callback(result)
  }

  /// Says that a value is on its way, or no longer is.
  public func yieldLoading(_ isLoading: Bool = true) {
    onLoading(isLoading)
  }
}
