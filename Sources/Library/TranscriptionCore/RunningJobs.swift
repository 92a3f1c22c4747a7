import ConcurrencyExtras
public import DatabaseClient
public import Dependencies
public import Tagged

/// The jobs that this program works on: one of them can be ended, and the others go on.
public final class RunningJobs: Sendable {
  /// What ends each of them.
  private let ends = LockIsolated<[TranscriptionJob.ID: @Sendable () -> Void]>([:])

  public init() {}

  /// Ends the work on a job, if this program works on it. What it has done so far stays; whether
  /// somebody else may go on with it is for the library to say.
  public func end(id: TranscriptionJob.ID) {
    ends.withValue { $0[id] }?()
  }

  /// Works on a job until it is done, or ``end(id:)`` is called for it. An engine may be busy with it
  /// for a while then: it is not waited for.
  ///
  /// - Throws: What the work throws, unless it was ended.
  func run(
    _ id: TranscriptionJob.ID, _ work: @escaping @Sendable () async throws -> Void
  ) async throws {
    // `nil` where it was ended.
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
      // This task is cancelled: the work puts back what it has begun.
      await task.value
      try Task.checkCancellation()
    } onCancel: {
      task.cancel()
    }
  }
}

extension RunningJobs: DependencyKey {
  public static let liveValue = RunningJobs()
  /// Each test has its own.
  public static var testValue: RunningJobs { RunningJobs() }
}

extension DependencyValues {
  /// The jobs that this program works on.
  public var runningJobs: RunningJobs {
    get { self[RunningJobs.self] }
    set { self[RunningJobs.self] = newValue }
  }
}
