import Glibc

extension Task where Success == Never, Failure == Never {
  /// Gives way to other tasks many times over, in the hope that they get to their next step.
  ///
  /// Under ``withMainSerialExecutor(operation:)-(()->())``, a single `Task.yield()` reliably does
  /// the same. Without it, this is only likely to suffice.
  ///
  /// - Parameter count: How many times to give way.
  public static func megaYield(count: Int = defaultMegaYieldCount) async {
    for _ in 0..<count {
      await Task<Void, Never>.detached(priority: .background) { await Task.yield() }.value
    }
  }

  /// Waits until the task is canceled, and then throws a `CancellationError`.
  public static func never() async throws -> Never {
    for await _ in AsyncStream<Never>.never {}
    throw _Concurrency.CancellationError()
  }
}

extension Task where Failure == Never {
  /// Waits until the task is canceled, and then throws a `CancellationError`: for an endpoint that
  /// returns something, but not in this test.
  ///
  /// ```swift
  /// $0.factClient.fetch = { _ in try await Task<String, Never>.never() }
  /// ```
  @_disfavoredOverload
  public static func never() async throws -> Success {
    for await value in AsyncStream<Success>.never { return value }
    throw _Concurrency.CancellationError()
  }
}

extension Task where Success == Never, Failure == Never {
  /// How often ``megaYield(count:)`` yields: the environment variable `TASK_MEGA_YIELD_COUNT` if it
  /// is a number from 0 to 10,000, otherwise 20.
  public static var defaultMegaYieldCount: Int { megaYieldCountFromEnvironment }
}

private let megaYieldCountFromEnvironment: Int = {
  guard let text = getenv("TASK_MEGA_YIELD_COUNT"), let count = Int(String(cString: text))
  else { return 20 }
  return min(max(count, 0), 10_000)
}()

extension Task where Failure == Never {
  /// Waits for the task; canceling the waiting task cancels this one as well.
  public var cancellableValue: Success {
    get async {
      await withTaskCancellationHandler {
        await value
      } onCancel: {
        cancel()
      }
    }
  }
}

extension Task where Failure == any Error {
  /// Waits for the task; canceling the waiting task cancels this one as well.
  public var cancellableValue: Success {
    get async throws {
      try await withTaskCancellationHandler {
        try await value
      } onCancel: {
        cancel()
      }
    }
  }
}
