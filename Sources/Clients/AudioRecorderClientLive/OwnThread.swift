import Foundation

/// Runs blocking work on a thread of its own, off the few that all of Swift's tasks share.
func onOwnThread<Value: Sendable>(
  _ name: String, _ work: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    let thread = Thread { continuation.resume(with: Result(catching: work)) }
    thread.name = name
    thread.qualityOfService = .userInteractive
    thread.start()
  }
}
