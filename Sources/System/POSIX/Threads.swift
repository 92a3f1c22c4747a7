import Foundation

/// Runs work that waits on a thread of its own, off the few that all of Swift's tasks share.
///
/// - Parameters:
///   - name: The thread's name, for debuggers.
///   - work: What is to be done. It has the task-local values of a new thread, not the caller's,
///     and does not learn of a cancellation.
/// - Returns: What the work returns, and throws what it throws.
public func onOwnThread<Value: Sendable>(
  _ name: String, _ work: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    startThread(name) { continuation.resume(with: Result(catching: work)) }
  }
}

/// Starts a thread, which ends with its work.
///
/// - Parameters:
///   - name: Its name, for debuggers.
///   - work: What it does.
public func startThread(_ name: String, _ work: @escaping @Sendable () -> Void) {
  let observer = SystemCall.observer
  let thread = Thread { SystemCall.$observer.withValue(observer, operation: work) }
  thread.name = name
  thread.qualityOfService = .userInteractive
  thread.start()
}
