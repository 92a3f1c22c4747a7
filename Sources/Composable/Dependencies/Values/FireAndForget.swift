extension DependencyValues {
  /// Starts work whose end and errors do not matter to the caller: an entry in a log, a count of
  /// uses.
  ///
  /// ```swift
  /// @Dependency(\.fireAndForget) var fireAndForget
  /// await fireAndForget { try await analytics.track("opened") }
  /// ```
  ///
  /// Live and in previews the call returns at once. In a test it returns when the work is done, so
  /// that the test sees its effects.
  public var fireAndForget: FireAndForget {
    get { self[FireAndForgetKey.self] }
    set { self[FireAndForgetKey.self] = newValue }
  }

  private enum FireAndForgetKey: DependencyKey {
    static let liveValue = FireAndForget { priority, work in
      Task(priority: priority) { try await work() }
    }
    static let testValue = FireAndForget { priority, work in
      try? await Task(priority: priority) { try await work() }.value
    }
  }
}

/// Starts work without waiting for it.
public struct FireAndForget: Sendable {
  /// Starts the work with a priority.
  public let operation:
    @Sendable (TaskPriority?, @escaping @Sendable () async throws -> Void) async -> Void

  /// A way to start work.
  ///
  /// - Parameter operation: Starts the work it is given with the priority it is given.
  public init(
    _ operation:
      @escaping @Sendable (
        _ priority: TaskPriority?, _ work: @escaping @Sendable () async throws -> Void
      ) async -> Void
  ) {
    self.operation = operation
  }

  /// Starts work without waiting for it.
  ///
  /// - Parameters:
  ///   - priority: The priority of its task; the caller's if `nil`.
  ///   - work: The work. An error it throws is dropped.
  public func callAsFunction(
    priority: TaskPriority? = nil, _ work: @escaping @Sendable () async throws -> Void
  ) async {
    await operation(priority, work)
  }
}
