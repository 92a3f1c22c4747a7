import ConcurrencyExtras
import Testing

/// All tests of this module, one at a time: the main serial executor affects the whole process, and
/// only some of them use it.
@Suite(.serialized) struct ClocksTests {}

/// Runs each test of a suite under the main serial executor.
struct SerialExecutorTrait: SuiteTrait, TestTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withMainSerialExecutor { try await function() }
  }
}

extension Trait where Self == SerialExecutorTrait {
  static var mainSerialExecutor: Self { Self() }
}
