import AudioFileClient
import ConcurrencyExtras
public import DatabaseClient
import Dependencies
public import LibraryFolder
public import SharedModels
import SpeechClient

/// Jobs of many libraries, each step stored. A job that can't run here is skipped for a while.
public struct ClaimedTranscriptions: Sendable {
  public struct Event: Equatable, Sendable {
    public let event: TranscriptionQueue.Event
    public let library: String
    public let trace: TraceID?
  }

  private let find: @Sendable (ClaimedJob) async throws -> (DatabaseClient, LibraryFolder)
  private let metrics: TranscriptionMetrics
  private let queue: JobQueueClient

  @Dependency(\.continuousClock) private var clock

  /// The transcribers that may die over a job before it fails, plus one per transcribed minute.
  static let attemptLimit = 10

  static let pause: Duration = .seconds(5)

  /// Only after so many attempts may a failed start be the job's fault.
  private static let engineTries = 5

  public init(
    of queue: JobQueueClient, counting metrics: TranscriptionMetrics = TranscriptionMetrics(),
    in find: @escaping @Sendable (ClaimedJob) async throws -> (DatabaseClient, LibraryFolder)
  ) {
    self.find = find
    self.metrics = metrics
    @Dependency(\.continuousClock) var clock
    self.queue = queue.retryingCompletion(pausing: Self.pause, on: clock).counted(by: metrics)
  }

  /// Runs until stopped, and then finishes its jobs, or until canceled. `problem` gets temporary
  /// errors. Throws `CancellationError` once the jobs are back in the queue, or a permanent error.
  public func run(
    width: Int, until stopped: (@Sendable () async -> Void)? = nil,
    report: @escaping @Sendable (Event) async -> Void,
    problem: @escaping @Sendable (String) -> Void
  ) async throws {
    let (wakes, wake) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let claimed = LockIsolated<Set<TranscriptionJob.ID>>([])
    let isStopped = LockIsolated(false)
    let backoff = JobBackoff(by: clock)
    let listening = Task {
      for await _ in queue.news() { wake.yield() }
    }
    let stopping = stopped.map { stopped in
      Task {
        await stopped()
        isStopped.setValue(true)
        wake.finish()
      }
    }
    defer {
      listening.cancel()
      backoff.cancel()
      stopping?.cancel()
    }
    try await withThrowingDiscardingTaskGroup { group in
      for await _ in wakes {
        do {
          while !isStopped.value, claimed.value.count < max(1, width),
            let claim = try await queue.claim(except: claimed.value.union(backoff.jobs))
          {
            claimed.withValue { _ = $0.insert(claim.job.id) }
            metrics.begin()
            group.addTask {
              defer {
                metrics.finish()
                claimed.withValue { _ = $0.remove(claim.job.id) }
                wake.yield()
              }
              do {
                try await transcribe(claim, width, backoff, report)
              } catch let error where error.isTransient {
                backoff.postpone(claim.job.id, doneCount: doneCount) { wake.yield() }
                problem(String(describing: error))
                if !isStopped.value { try await clock.sleep(for: Self.pause) }
              }
            }
          }
        } catch let error where error.isTransient {
          problem(String(describing: error))
          try await clock.sleep(for: Self.pause)
          wake.yield()
        }
      }
    }
    try Task.checkCancellation()
  }

  private func transcribe(
    _ claim: ClaimedJob, _ width: Int, _ backoff: JobBackoff,
    _ report: @escaping @Sendable (Event) async -> Void
  ) async throws {
    let library: (database: DatabaseClient, folder: LibraryFolder)
    do {
      library = try await find(claim)
    } catch {
      // Without this, the job would wait until its lease expires.
      try? await queue.end(claim: claim.proof, outcome: .interrupted)
      throw error
    }
    try await withDependencies {
      $0.database = library.database
      $0.database.jobs = library.database.jobs.owning(claim, of: queue)
      $0.libraryFolder = library.folder
    } operation: {
      try await TranscriptionTask(job: claim.job, concurrency: width) { failure in
        shouldRelease(claim.job, failure, backoff)
      } report: { event in
        await report(Event(event: event, library: claim.library, trace: claim.job.trace))
      }.run()
    }
  }

  /// Returns `true` if a failed start is this machine's fault, not the job's: not after many tries
  /// if other jobs succeeded, or if the job names a model that isn't installed.
  private func shouldRelease(
    _ job: TranscriptionJob, _ failure: SpeechClient.Failure, _ backoff: JobBackoff
  ) -> Bool {
    let (count, doneBefore) = backoff.tries(of: job.id)
    let isTriedOut = count >= Self.engineTries
    switch failure {
    case .engine: return !isTriedOut || doneCount == doneBefore
    case .weights: return !isTriedOut || job.model == nil && doneCount == doneBefore
    case .audio, .couldntConfigureAudioSession, .couldntStartAudioEngine, .request, .taskError:
      return false
    }
  }

  private var doneCount: Int { metrics.counts.outcomes[.done] ?? 0 }
}

extension Error {
  fileprivate var isTransient: Bool {
    self is DatabaseError || self is AudioFileError || self is EngineUnavailable
  }
}
