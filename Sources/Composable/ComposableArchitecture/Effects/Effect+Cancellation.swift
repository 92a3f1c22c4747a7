extension Effect {
  /// Makes the effect cancellable by an id.
  ///
  /// The id is valid in the feature that uses it and in its ancestors, but not in features that it
  /// presents, nor in other screens of a stack or other rows of a list.
  ///
  /// - Parameters:
  ///   - id: The id, most often a case of a private enum.
  ///   - cancelInFlight: Whether to cancel the effects that run under the id first.
  public func cancellable(id: some Hashable & Sendable, cancelInFlight: Bool = false) -> Self {
    cancellable(id: EffectID(id), cancelInFlight: cancelInFlight)
  }

  func cancellable(id: EffectID, cancelInFlight: Bool) -> Self {
    guard let operation
    else { return cancelInFlight ? Self(.cancel([id])) : .none }
    return Self(.cancellable(operation, id: id, cancelInFlight: cancelInFlight))
  }

  /// Cancels the effects that run under an id.
  ///
  /// - Parameter id: The id.
  public static func cancel(id: some Hashable & Sendable) -> Self {
    Self(.cancel([EffectID(id)]))
  }
}

/// Runs an operation that can be canceled by an id, from within an effect.
///
/// - Parameters:
///   - id: The id.
///   - cancelInFlight: Whether to cancel the work that runs under the id first.
///   - isolation: The isolation of the operation, by default the caller's.
///   - operation: The work.
/// - Returns: The operation's result.
/// - Throws: The operation's error.
public func withTaskCancellation<T: Sendable, Failure: Error>(
  id: some Hashable & Sendable,
  cancelInFlight: Bool = false,
  isolation: isolated (any Actor)? = #isolation,
  operation: @escaping @isolated(any) @Sendable () async throws(Failure) -> T
) async throws(Failure) -> T {
  let id = EffectID(id)
  let registry = EffectRegistry.current
  let token = EffectToken()
  // First, so that effects with the id are canceled before the operation begins.
  registry.register(token, under: id, cancelInFlight: cancelInFlight)
  defer {
    token.end()
    registry.unregister(token, under: id)
  }
  let task = Task {
    do throws(Failure) {
      return Result<T, Failure>.success(try await operation())
    } catch {
      return .failure(error)
    }
  }
  token.attach { task.cancel() }
  let result = await withTaskCancellationHandler {
    await task.value
  } onCancel: {
    task.cancel()
  }
  return try result.get()
}

extension Task where Success == Never, Failure == Never {
  /// Cancels the work that runs under an id: from an effect, that of its store; from elsewhere,
  /// that of all stores. In a test these are the stores of the test.
  ///
  /// - Parameter id: The id.
  public static func cancel(id: some Hashable & Sendable) {
    EffectRegistry.cancel(EffectID(id))
  }
}
