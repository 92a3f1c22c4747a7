/// Receives the result of a key's save. Resume it exactly once.
///
/// A second call reports an issue and does nothing. Releasing it without a call also reports an
/// issue, and code that waits continues.
public struct SaveContinuation: Sendable {
  private let callback: OnceCallback<Result<Void, any Error>>

  /// Makes a continuation, to call a key's `save` by hand.
  ///
  /// - Parameters:
  ///   - description: The name of the saved value, for issues.
  ///   - callback: Receives the result.
  public init(
    _ description: String = "",
    callback: @escaping @Sendable (Result<Void, any Error>) -> Void
  ) {
    self.init(
      name: description.isEmpty
        ? "A SaveContinuation" : "The SaveContinuation of \(description)",
      callback: callback)
  }

  init(
    name: @autoclosure @escaping @Sendable () -> String,
    callback: @escaping @Sendable (Result<Void, any Error>) -> Void
  ) {
    self.callback = OnceCallback(
      name(), ifDropped: { .success(()) }, callback: callback)
  }

  /// Reports that the value is stored.
  public func resume() {
    resume(with: .success(()))
  }

  /// Reports that the value could not be stored, as the property's `saveError`.
  public func resume(throwing error: any Error) {
    resume(with: .failure(error))
  }

  /// Reports the result.
  public func resume(with result: Result<Void, any Error>) {
    callback(result)
  }
}
