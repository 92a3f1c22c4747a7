import AudioFileClient
import ConcurrencyExtras
public import DatabaseClient
import Dependencies
public import LibraryFolder
public import SharedModels
import SpeechClient
import Tagged

/// Makes the transcripts that are asked for in many libraries, for as long as it runs, beside any
/// number of others that do the same.
///
/// What it has claimed is kept with each step of the engine's. If it is stopped, its jobs go back to
/// the queue with what they have; if it is killed, others take them when their leases have run out,
/// and go on from there. So do jobs that cannot be done here for now, such as where the engine does not
/// begin: they are passed over for a while, and the others are tried.
public struct ClaimedTranscriptions: Sendable {
  /// What happens to a memo of a library.
  public struct Event: Equatable, Sendable {
    public let event: TranscriptionQueue.Event
    /// The library's name.
    public let library: String
    /// What names the request that has asked for the transcript.
    public let trace: TraceID?
  }

  private let find: @Sendable (ClaimedJob) async throws -> (DatabaseClient, LibraryFolder)
  private let metrics: TranscriptionMetrics
  private let queue: JobQueueClient

  @Dependency(\.continuousClock) private var clock

  /// How often a job is begun by transcribers that are lost over it before it counts as failed, and
  /// once more for each minute that is kept of it: one that kills each would otherwise go round for ever.
  static let attemptLimit = 10

  /// How long to wait after the database, the store of sound or the engine could not be used.
  static let pause: Duration = .seconds(5)

  /// How often a job is put back for want of an engine that begins, before it is asked whether that is
  /// the job's own fault.
  private static let engineTries = 5

  /// - Parameters:
  ///   - queue: What is to be done.
  ///   - metrics: Counts what becomes of it.
  ///   - find: The library of a claimed job, and its folder on this machine.
  public init(
    of queue: JobQueueClient, counting metrics: TranscriptionMetrics = TranscriptionMetrics(),
    in find: @escaping @Sendable (ClaimedJob) async throws -> (DatabaseClient, LibraryFolder)
  ) {
    self.find = find
    self.metrics = metrics
    @Dependency(\.continuousClock) var clock
    self.queue = queue.insistingOnEnds(pausing: Self.pause, on: clock).counted(by: metrics)
  }

  /// Works until it is to stop, and what was begun is finished, or until the task is cancelled.
  ///
  /// - Parameters:
  ///   - width: How many memos are worked on at once.
  ///   - stopped: Returns when nothing more is to be claimed; `nil` for never.
  ///   - report: Told of each event.
  ///   - problem: Told why nothing can be done for now, a line each time.
  /// - Throws: `CancellationError` where it was cancelled, when what was begun has gone back to the
  ///   queue; and what the queue throws where it cannot be worked through at all.
  public func run(
    width: Int, until stopped: (@Sendable () async -> Void)? = nil,
    report: @escaping @Sendable (Event) async -> Void,
    problem: @escaping @Sendable (String) -> Void
  ) async throws {
    let (wakes, wake) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let claimed = LockIsolated<Set<TranscriptionJob.ID>>([])
    let isStopped = LockIsolated(false)
    let passedOver = PassedOver(by: clock)
    let listening = Task {
      // Many of them are one reason to look.
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
      passedOver.cancel()
      stopping?.cancel()
    }
    try await withThrowingDiscardingTaskGroup { group in
      for await _ in wakes {
        do {
          while !isStopped.value, claimed.value.count < max(1, width),
            let claim = try await queue.claim(except: claimed.value.union(passedOver.jobs))
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
                try await transcribe(claim, width, passedOver, report)
              } catch let error where error.passes {
                passedOver.add(claim.job.id, doneCount: doneCount) { wake.yield() }
                problem(String(describing: error))
                if !isStopped.value { try await clock.sleep(for: Self.pause) }
              }
            }
          }
        } catch let error where error.passes {
          problem(String(describing: error))
          try await clock.sleep(for: Self.pause)
          wake.yield()
        }
      }
    }
    try Task.checkCancellation()
  }

  private func transcribe(
    _ claim: ClaimedJob, _ width: Int, _ passedOver: PassedOver,
    _ report: @escaping @Sendable (Event) async -> Void
  ) async throws {
    let library: (database: DatabaseClient, folder: LibraryFolder)
    do {
      library = try await find(claim)
    } catch {
      // Otherwise nobody could begin with it before the lease has run out.
      try? await queue.end(claim: claim.proof, outcome: .interrupted)
      throw error
    }
    try await withDependencies {
      $0.database = library.database.doing(claim, of: queue)
      $0.libraryFolder = library.folder
    } operation: {
      try await TranscriptionTask(job: claim.job, concurrency: width) { failure in
        leaves(claim.job, failure, passedOver)
      } report: { event in
        await report(Event(event: event, library: claim.library, trace: claim.job.trace))
      }.run()
    }
  }

  /// Whether that the engine does not begin is rather this machine's fault than the job's: not after
  /// many tries, where others were done meanwhile, or where the job names a model that is not here.
  private func leaves(
    _ job: TranscriptionJob, _ failure: SpeechClient.Failure, _ passedOver: PassedOver
  ) -> Bool {
    let (count, doneBefore) = passedOver.tries(of: job.id)
    let isTriedOut = count >= Self.engineTries
    switch failure {
    case .engine: return !isTriedOut || doneCount == doneBefore
    case .weights: return !isTriedOut || job.model == nil && doneCount == doneBefore
    case .audio, .couldntConfigureAudioSession, .couldntStartAudioEngine, .request, .taskError:
      return false
    }
  }

  /// How many transcripts were made here.
  private var doneCount: Int { metrics.counts.outcomes[.done] ?? 0 }
}

extension Error {
  /// Whether the database, the store of sound or the engine cannot be used for now.
  fileprivate var passes: Bool {
    self is DatabaseError || self is AudioFileError || self is NoEngine
  }
}
