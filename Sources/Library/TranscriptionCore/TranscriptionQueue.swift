import ConcurrencyExtras
import DatabaseClient
import Dependencies
public import SharedModels
public import Tagged

/// Transcribes the waiting jobs. After a crash, at most a minute is repeated, with the same text.
public struct TranscriptionQueue: Sendable {
  public enum Event: Equatable, Sendable {
    case began(Recording.ID)
    case failed(Recording.ID, reason: String)
    case finished(Recording.ID, wordCount: Int)
    case progressed(Recording.ID, Double)
    case speakersFailed(Recording.ID, reason: String)
  }

  /// A memo fails after it has crashed this many engines. Otherwise the queue might never end.
  public static let engineLimit = 3

  /// Two renewals may fail before the lease expires.
  public static let heartbeat: Duration = JobLease.length / 3

  @Dependency(\.database.jobs) private var jobs
  @Dependency(\.runningJobs) private var runningJobs
  @Dependency(\.transcriptionWidth) private var defaultWidth

  public init() {}

  /// Transcribes until no job is left. Calls of `report` may come from several tasks. Throws
  /// ``DatabaseError``, `AudioFileError.store`, `AudioFileError.noSpace`, or `CancellationError`,
  /// with unfinished jobs back in the queue. An engine's error fails its job only. Jobs deleted,
  /// replaced, ended or claimed elsewhere get no more events.
  public func run(
    among ids: Set<Recording.ID>? = nil, width: Int? = nil,
    report: @escaping @Sendable (Event) async -> Void
  ) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      // All jobs are claimed before the first starts: they share the machine.
      var claimed: [TranscriptionJob] = []
      do {
        while claimed.count < max(1, width ?? defaultWidth),
          let job = try await jobs.claim(among: ids)
        {
          claimed.append(job)
        }
      } catch  where !claimed.isEmpty {
        // Runs the claimed jobs. If the error persists, the next claim throws it.
      }
      for first in claimed {
        group.addTask { [count = claimed.count] in
          var next: TranscriptionJob? = first
          while let job = next {
            let task = TranscriptionTask(job: job, concurrency: count, report: report)
            try await runningJobs.run(job.id) { try await task.run() }
            next = try await jobs.claim(among: ids)
          }
        }
      }
      try await group.waitForAll()
    }
  }

  /// Transcribes these memos, and waits for those whose jobs other processes have claimed. If such a
  /// process dies, its jobs are free again. Each end is reported once. Throws like ``run``.
  public func complete(
    _ ids: Set<Recording.ID>, width: Int? = nil,
    report: @escaping @Sendable (Event) async -> Void
  ) async throws {
    let ended = LockIsolated<Set<Recording.ID>>([])
    let reportOnce: @Sendable (Event) async -> Void = { event in
      switch event {
      case .failed(let id, _), .finished(let id, _):
        guard ended.withValue({ $0.insert(id).inserted })
        else { return }
      case .began, .progressed, .speakersFailed: break
      }
      await report(event)
    }
    try await run(among: ids, width: width, report: reportOnce)
    let others = ids.subtracting(ended.value)
    try await TranscriptionFollower().follow(others, report: reportOnce) { waiting in
      try await run(among: waiting, width: width, report: reportOnce)
    }
  }
}
