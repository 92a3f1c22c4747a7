import ConcurrencyExtras
public import DatabaseClient
public import Dependencies
public import Tagged

public final class RunningJobs: Sendable {
  private let ends = LockIsolated<[TranscriptionJob.ID: @Sendable () -> Void]>([:])

  public init() {}

  /// Cancels a job of this process, if it is running, and keeps its segments.
  public func end(id: TranscriptionJob.ID) {
    ends.withValue { $0[id] }?()
  }

  /// Runs a job until it ends, or ``end(id:)`` cancels it at once. Throws errors of `work`.
  func run(
    _ id: TranscriptionJob.ID, _ work: @escaping @Sendable () async throws -> Void
  ) async throws {
    let (outcomes, outcome) = AsyncStream<Result<Void, any Error>?>.makeStream()
    ends.withValue { $0[id] = { _ = outcome.yield(nil) } }
    defer { ends.withValue { $0[id] = nil } }
    let task = Task { _ = outcome.yield(await Result { try await work() }) }
    try await withTaskCancellationHandler {
      for await result in outcomes {
        guard let result
        else { return task.cancel() }
        return try result.get()
      }
      // This task is canceled: `work` returns its job to the queue.
      await task.value
      try Task.checkCancellation()
    } onCancel: {
      task.cancel()
    }
  }
}

extension RunningJobs: DependencyKey {
  public static let liveValue = RunningJobs()
  public static var testValue: RunningJobs { RunningJobs() }
}

extension DependencyValues {
  public var runningJobs: RunningJobs {
    get { self[RunningJobs.self] }
    set { self[RunningJobs.self] = newValue }
  }
}
