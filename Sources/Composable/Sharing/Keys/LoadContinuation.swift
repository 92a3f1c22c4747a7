/// Receives a key's loaded value. Resume it exactly once.
///
/// A second call is reported as an issue and does nothing. When it is released without a call, that
/// is reported too, code that waits for the value goes on, and the value stays as it is.
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

  /// Reports that there is no value yet: the property keeps its default.
  public func resumeReturningInitialValue() {
    resume(with: .success(nil))
  }

  /// Says that the value could not be loaded. The property keeps what it holds, and has the error
  /// as its `loadError`.
  public func resume(throwing error: any Error) {
    resume(with: .failure(error))
  }

  /// Passes on the value, `nil` if there is none yet, or the error.
  public func resume(with result: Result<Value?, any Error>) {
    callback(.result(result))
  }

  /// Says that loading is over and that the value stays as it is: it has been brought up to date by
  /// other means.
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
