import DatabaseClient
import Dependencies
import Foundation
public import SharedModels
public import Tagged

/// Works through the transcriptions that are still to be made.
///
/// A job is in the database with the segments of each step that the engine has finished, and with
/// what it needs to go on: after a crash the last minute is heard again, and the text becomes the one
/// that it would have become.
public struct TranscriptionQueue: Sendable {
  /// What happens to a memo.
  public enum Event: Equatable, Sendable {
    case began(Recording.ID)
    case failed(Recording.ID, reason: String)
    case finished(Recording.ID, wordCount: Int)
    /// How much of the memo has been heard, from 0 to 1.
    case progressed(Recording.ID, Double)
    /// The memo has its transcript, but not who says what.
    case speakersFailed(Recording.ID, reason: String)
  }

  /// How many engines may be lost over a memo before it counts as failed: one on which the engine
  /// dies again and again would otherwise never let the queue end.
  public static let engineLimit = 3

  /// How often it is said that a job is still worked on: two times may fail before it is lost.
  public static let heartbeat: Duration = JobLease.length / 3

  @Dependency(\.database) private var database
  @Dependency(\.runningJobs) private var runningJobs
  @Dependency(\.transcriptionWidth) private var usualWidth

  /// Creates a queue over the library of the current dependencies.
  public init() {}

  /// Makes transcripts until nothing is left to make.
  ///
  /// - Parameters:
  ///   - ids: The only memos to transcribe, or `nil` for all that wait.
  ///   - width: How many memos are worked on at once, at least one; `nil` for as many as are good for
  ///     the machine.
  ///   - report: Told of each event, in order for each memo; calls may come from several tasks.
  /// - Throws: A ``DatabaseError`` when the library cannot be read or written, `AudioFileError.store`
  ///   when the store that its sound is in gives none, `AudioFileError.noSpace` when this machine has
  ///   no space for it, and `CancellationError` when the task is cancelled; what was begun then goes
  ///   back to the queue with what it has. An engine that fails is no error: its jobs are marked as
  ///   failed. Nor is a memo that is forgotten, or a job that is replaced, ended by ``RunningJobs`` or
  ///   lost to another process, while it is worked on: no more is told of it, and the others go on.
  public func run(
    among ids: Set<Recording.ID>? = nil, width: Int? = nil,
    report: @escaping @Sendable (Event) async -> Void
  ) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      // How many there are is known before the first begins: they share the machine.
      var jobs: [TranscriptionJob] = []
      do {
        while jobs.count < max(1, width ?? usualWidth),
          let job = try await database.claimJob(among: ids)
        {
          jobs.append(job)
        }
      } catch  where !jobs.isEmpty {
        // What is claimed is worked on. If it stays so, the next claim fails, too.
      }
      for first in jobs {
        group.addTask { [count = jobs.count] in
          var next: TranscriptionJob? = first
          while let job = next {
            let task = TranscriptionTask(job: job, concurrency: count, report: report)
            try await runningJobs.run(job.id) { try await task.run() }
            next = try await database.claimJob(among: ids)
          }
        }
      }
      try await group.waitForAll()
    }
  }
}
