/// Passes the current dependencies to code that runs later and elsewhere.
///
/// Detached tasks, dispatch queues and callbacks do not inherit the dependencies of the code that
/// starts them. Restore them with `yield`:
///
/// ```swift
/// withEscapedDependencies { dependencies in
///   queue.async {
///     dependencies.yield {
///       @Dependency(\.date.now) var now
///       log(now)
///     }
///   }
/// }
/// ```
///
/// - Parameter operation: The work that starts the escaping code.
/// - Returns: The result of `operation`.
public func withEscapedDependencies<R>(
  _ operation: (DependencyValues.Continuation) throws -> R
) rethrows -> R {
  try operation(DependencyValues.Continuation())
}

/// Passes the current dependencies to code that runs later and elsewhere, from an asynchronous
/// operation.
///
/// - Parameters:
///   - isolation: The isolation of the operation, by default the caller's.
///   - operation: The work that starts the escaping code.
/// - Returns: The result of `operation`.
public func withEscapedDependencies<R>(
  isolation: isolated (any Actor)? = #isolation,
  _ operation: (DependencyValues.Continuation) async throws -> R
) async rethrows -> R {
  try await operation(DependencyValues.Continuation())
}

extension DependencyValues {
  /// Dependencies captured in one place, for use in another.
  public struct Continuation: Sendable {
    private let dependencies = DependencyValues.inForce

    fileprivate init() {}

    /// Runs an operation with the captured dependencies.
    ///
    /// - Parameter operation: The work to do with them.
    /// - Returns: The result of `operation`.
    public func yield<R>(_ operation: () throws -> R) rethrows -> R {
      try withDependencies {
        $0 = dependencies
      } operation: {
        try operation()
      }
    }

    /// Runs an asynchronous operation with the captured dependencies.
    ///
    /// - Parameters:
    ///   - isolation: The isolation of the operation, by default the caller's.
    ///   - operation: The work to do with them.
    /// - Returns: The result of `operation`.
    public func yield<R>(
      isolation: isolated (any Actor)? = #isolation,
      _ operation: () async throws -> R
    ) async rethrows -> R {
      try await withDependencies(isolation: isolation) {
        $0 = dependencies
      } operation: {
        try await operation()
      }
    }

    /// Whether the captured dependencies are current here.
    @inline(__always)
    package var isInForce: Bool { dependencies.isInForce }

    /// Runs an operation with the captured dependencies, at almost no cost if they are already
    /// current.
    ///
    /// An object that the operation returns does not remember them.
    @inline(__always)
    package func putInForce<R>(_ operation: () throws -> R) rethrows -> R {
      guard !dependencies.isInForce
      else { return try operation() }
      return try DependencyValues.$_current.withValue(dependencies, operation: operation)
    }

    /// Runs an asynchronous operation with the captured dependencies, at almost no cost if they are
    /// already current.
    package func putInForce<R>(
      isolation: isolated (any Actor)? = #isolation, _ operation: () async throws -> R
    ) async rethrows -> R {
      guard !dependencies.isInForce
      else { return try await operation() }
      return try await DependencyValues.$_current.withValue(
        dependencies, operation: operation, isolation: isolation)
    }
  }
}
