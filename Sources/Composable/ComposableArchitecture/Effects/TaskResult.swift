/// The result of a task, equatable even with an error of unknown type.
///
/// New code uses `Result`: `await send(.response(Result { try await client.fetch() }))`.
public enum TaskResult<Success: Sendable>: Sendable {
  /// The task has succeeded.
  case success(Success)

  /// The task has failed.
  case failure(any Error)

  /// Runs the work and captures its result or error.
  ///
  /// - Parameter body: The work.
  public init(catching body: @Sendable () async throws -> Success) async {
    do {
      self = .success(try await body())
    } catch {
      self = .failure(error)
    }
  }

  /// Makes one of a `Result`.
  public init(_ result: Result<Success, some Error>) {
    switch result {
    case .success(let value): self = .success(value)
    case .failure(let error): self = .failure(error)
    }
  }

  /// The task's result.
  ///
  /// - Throws: The task's error.
  public var value: Success {
    get throws {
      switch self {
      case .success(let value): return value
      case .failure(let error): throw error
      }
    }
  }

  /// The result with a transformed success.
  public func map<NewSuccess>(_ transform: (Success) -> NewSuccess) -> TaskResult<NewSuccess> {
    switch self {
    case .success(let value): .success(transform(value))
    case .failure(let error): .failure(error)
    }
  }

  /// The result that a function makes of a success.
  public func flatMap<NewSuccess>(
    _ transform: (Success) -> TaskResult<NewSuccess>
  ) -> TaskResult<NewSuccess> {
    switch self {
    case .success(let value): transform(value)
    case .failure(let error): .failure(error)
    }
  }
}

extension Result where Success: Sendable, Failure == any Error {
  /// Makes a `Result` of the result of a task.
  public init(_ result: TaskResult<Success>) {
    switch result {
    case .success(let value): self = .success(value)
    case .failure(let error): self = .failure(error)
    }
  }
}

extension TaskResult: CasePathable {
  /// The case paths of the two cases.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }

  /// The two cases.
  public struct AllCasePaths: CasePathReflectable, Sendable {
    /// The key path of the case that a result is in.
    public subscript(root: TaskResult) -> PartialCaseKeyPath<TaskResult> {
      switch root {
      case .success: \.success
      case .failure: \.failure
      }
    }

    /// The case of a success, with the value.
    public var success: AnyCasePath<TaskResult, Success> {
      AnyCasePath(
        embed: { .success($0) },
        extract: { if case .success(let value) = $0 { value } else { nil } })
    }

    /// The case of a failure, with the error.
    public var failure: AnyCasePath<TaskResult, any Error> {
      AnyCasePath(
        embed: { .failure($0) },
        extract: { if case .failure(let error) = $0 { error } else { nil } })
    }
  }
}

extension TaskResult: Equatable where Success: Equatable {
  /// Whether both are equal successes, or failures with equal errors.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    switch (lhs, rhs) {
    case (.success(let lhs), .success(let rhs)): lhs == rhs
    case (.failure(let lhs), .failure(let rhs)): areEqual(lhs, rhs)
    default: false
    }
  }
}

extension TaskResult: Hashable where Success: Hashable {
  /// Hashes the value or, if it is hashable, the error.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .success(let value):
      hasher.combine(0)
      hasher.combine(value)
    case .failure(let error):
      hasher.combine(1)
      if let error = (error as Any) as? any Hashable { hasher.combine(AnyHashable(error)) }
    }
  }
}

private func areEqual(_ lhs: any Error, _ rhs: any Error) -> Bool {
  func open<LHS: Equatable>(_ lhs: LHS) -> Bool { (rhs as? LHS) == lhs }
  guard let lhs = (lhs as Any) as? any Equatable
  else {
    reportIssue(
      """
      Two results of type 'TaskResult' cannot be compared: their error \
      '\(sourceName(of: type(of: lhs)))' is not 'Equatable', and so counts as different from \
      each other. Conform it.
      """)
    return false
  }
  return open(lhs)
}
