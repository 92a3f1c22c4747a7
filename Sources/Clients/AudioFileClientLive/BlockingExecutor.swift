import Dispatch
import POSIX

/// Runs work that waits for disks and other programs on Dispatch's threads, so that waiting for the
/// disk never blocks Swift's cooperative thread pool.
final class BlockingExecutor: TaskExecutor {
  static let shared = BlockingExecutor()

  private let queue = DispatchQueue(
    label: "AudioFileClientLive.BlockingExecutor", qos: .utility, attributes: .concurrent)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// Runs a blocking operation away from the threads of Swift tasks. A cancelled task interrupts
/// what waits, by the `CancellationSignal`. An error of the system is thrown as one about `path`.
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

/// A nonisolated function of its own, since only such code moves to the preferred executor.
@concurrent
nonisolated private func onExecutor<Value: Sendable>(
  _ operation: () throws -> Value
) async throws -> Value {
  try operation()
}
