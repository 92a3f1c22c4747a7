import POSIX

/// The current reporters.
public enum IssueReporters {
  @TaskLocal static var scoped: [any IssueReporter]?

  private static let processWide = Mutex<[any IssueReporter]>([.default])

  /// The reporters that `reportIssue` calls, in order: those of the innermost `withIssueReporters`,
  /// or the process's, initially `[.default]`.
  ///
  /// Setting it changes the process's reporters, such as at a program's start. Within
  /// `withIssueReporters`, the change takes effect after that scope.
  public static var current: [any IssueReporter] {
    get { scoped ?? processWide.withLock { $0 } }
    set { processWide.withLock { $0 = newValue } }
  }
}

/// Runs an operation with these issue reporters in place of the current ones.
///
/// Child tasks and tasks created by the operation inherit them; detached tasks do not.
///
/// - Parameters:
///   - reporters: The reporters, called in order for each issue. None at all silences issues.
///   - operation: The code to run.
/// - Returns: The operation's result.
public func withIssueReporters<R>(
  _ reporters: [any IssueReporter],
  operation: () throws -> R
) rethrows -> R {
  try IssueReporters.$scoped.withValue(reporters, operation: operation)
}

/// Runs an asynchronous operation with these issue reporters in place of the current ones.
///
/// - Parameters:
///   - reporters: The reporters, called in order for each issue. None at all silences issues.
///   - isolation: The actor to run on: the caller's.
///   - operation: The code to run.
/// - Returns: The operation's result.
public func withIssueReporters<R>(
  _ reporters: [any IssueReporter],
  isolation: isolated (any Actor)? = #isolation,
  operation: () async throws -> R
) async rethrows -> R {
  try await IssueReporters.$scoped.withValue(
    reporters, operation: operation, isolation: isolation)
}
