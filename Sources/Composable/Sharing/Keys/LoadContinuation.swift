/// Receives a key's loaded value. Resume it exactly once.
///
/// A second call reports an issue and does nothing. Releasing it without a call also reports an
/// issue: code that waits for the value continues, and the value stays unchanged.
public struct LoadContinuation<Value>: Sendable {
  private let callback: OnceCallback<LoadOutcome<Value>>

  /// Makes a continuation, to call a key's `load` by hand.
  ///
  /// - Parameters:
  ///   - description: The name of the loaded value, for issues.
  ///   - callback: Receives the value, `nil` if there is none yet, or the error.
  public init(
    _ description: String = "",
    callback: @escaping @Sendable (Result<Value?, any Error>) -> Void
  ) {
    self.init(
      name: description.isEmpty
        ? "A LoadContinuation<\(Value.self)>" : "The LoadContinuation of \(description)"
    ) { outcome in
      switch outcome {
      case .result(let result): callback(result)
      case .unchanged(let value): callback(.success(value))
      case .dropped: callback(.success(nil))
      }
    }
  }

  init(
    name: @autoclosure @escaping @Sendable () -> String,
    outcome callback: @escaping @Sendable (LoadOutcome<Value>) -> Void
  ) {
    self.callback = OnceCallback(
      name(), ifDropped: { .dropped }, callback: callback)
  }

  /// Hands over the value.
  public func resume(returning value: Value) {
    resume(with: .success(value))
  }

  /// Ends the load without a value: the property keeps its default.
  public func resumeReturningInitialValue() {
    resume(with: .success(nil))
  }

  /// Ends the load with an error, which becomes the `loadError`. The property keeps its value.
  public func resume(throwing error: any Error) {
    resume(with: .failure(error))
  }

  /// Passes on the value, `nil` if there is none yet, or the error.
  public func resume(with result: Result<Value?, any Error>) {
    callback(.result(result))
  }

  /// Ends the load without changing the value, which was updated by other means.
  ///
  /// - Parameter value: The value, for a continuation that was made by hand.
  package func resumeWithoutChange(_ value: Value) {
    callback(.unchanged(value))
  }
}

/// The outcome of loading a value.
enum LoadOutcome<Value> {
  case result(Result<Value?, any Error>)
  case unchanged(Value)
  /// No result arrived.
  case dropped
}

extension LoadOutcome: Sendable where Value: Sendable {}
