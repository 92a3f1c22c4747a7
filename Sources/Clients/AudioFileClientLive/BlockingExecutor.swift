import Dispatch
import POSIX

/// Runs blocking work on Dispatch's threads, so that it never blocks Swift's cooperative pool.
final class BlockingExecutor: TaskExecutor {
  static let shared = BlockingExecutor()

  private let queue = DispatchQueue(
    label: "AudioFileClientLive.BlockingExecutor", qos: .utility, attributes: .concurrent)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

nonisolated func blocking<Value: Sendable>(
  _ path: String, _ operation: (CancellationSignal) throws -> Value
) async throws -> Value {
  do {
    let cancellation = try CancellationSignal()
    return try await withTaskCancellationHandler {
      try await withTaskExecutorPreference(BlockingExecutor.shared) {
        try await onExecutor { try operation(cancellation) }
      }
    } onCancel: {
      cancellation.cancel()
    }
  } catch let error as SystemError {
    throw error.audioFileError(path: path)
  }
}

/// Separate because only a nonisolated async function moves to the preferred executor.
@concurrent
nonisolated private func onExecutor<Value: Sendable>(
  _ operation: () throws -> Value
) async throws -> Value {
  try operation()
}
