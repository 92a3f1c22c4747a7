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
  ///   - callback: Gets each value, `nil` to return the property to its default, or an error.
  ///   - onLoading: Called when the key starts or ends loading.
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

  /// The shared value, while it exists. `nil` for a manual subscriber.
  package var reference: (any SharedValueAccess<Value>)? { access() }

  /// Gives the shared properties a new value, which is not saved.
  public func yield(_ value: Value) {
    yield(with: .success(value))
  }

  /// Reports that the source failed. The properties keep their values, and the error becomes their
  /// `loadError`.
  public func yield(throwing error: any Error) {
    yield(with: .failure(error))
  }

  /// Reports that the source has no value: the properties return to their default.
  public func yieldReturningInitialValue() {
    yield(with: .success(nil))
  }

  /// Gives the shared properties a new value, their default (`nil`), or an error.
  public func yield(with result: Result<Value?, any Error>) {
    callback(result)
  }

  /// Reports the start or end of loading.
  public func yieldLoading(_ isLoading: Bool = true) {
    onLoading(isLoading)
  }
}
