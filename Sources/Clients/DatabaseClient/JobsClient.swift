public import DependenciesMacros
public import Foundation
public import SharedModels
public import Tagged

@DependencyClient
public struct JobsClient: Sendable {
  /// The memo's newest job, if unfinished or failed.
  public var job: @Sendable (_ of: Recording.ID) async throws -> TranscriptionJob?

  /// The newest job of each memo, if unfinished or failed. Oldest first.
  public var list: @Sendable (_ page: JobPage) async throws -> [TranscriptionJob]

  /// Completed jobs, latest first; only the newest job of each memo.
  public var finished: @Sendable (_ since: Date, _ page: JobPage) async throws -> [TranscriptionJob]

  public var keptSegments:
    @Sendable (_ of: TranscriptionJob.ID, _ after: Int) async throws -> [Segment]

  /// Adds a job and cancels the memo's unfinished one. Adding the same open job again does nothing.
  public var enqueue: @Sendable (_ job: TranscriptionJob) async throws -> Void

  /// Claims the oldest free job for ``JobLease/length``. Not reported by ``DatabaseClient/changes``.
  public var claim: @Sendable (_ among: Set<Recording.ID>?) async throws -> TranscriptionJob?

  /// Saves decoded segments, replaces the checkpoint (also with `nil`) and renews the lease. Throws
  /// ``DatabaseError/notFound(_:)`` and saves nothing if this client has lost the job.
  public var append:
    @Sendable (
      _ segments: [Segment], _ to: TranscriptionJob.ID, _ checkpoint: TranscriptionCheckpoint?,
      _ progress: Double
    ) async throws -> Void

  /// Renews a lease; call it a few times per ``JobLease/length``. Throws like ``append``.
  public var renew: @Sendable (_ id: TranscriptionJob.ID) async throws -> Void

  /// Throws like ``append``, and as ``TranscriptionJob/Outcome`` describes.
  public var end:
    @Sendable (_ id: TranscriptionJob.ID, _ outcome: TranscriptionJob.Outcome) async throws -> Void
}

public struct JobPage: Equatable, Sendable {
  /// The last job of the page before. Throws ``DatabaseError/notFound(_:)`` once it is deleted.
  public var after: TranscriptionJob.ID?
  public var limit: Int?

  public init(after: TranscriptionJob.ID? = nil, limit: Int? = nil) {
    self.after = after
    self.limit = limit
  }

  public static let all = Self()
}

extension JobsClient {
  public func list() async throws -> [TranscriptionJob] { try await list(page: .all) }

  public func finished(since date: Date) async throws -> [TranscriptionJob] {
    try await finished(since: date, page: .all)
  }
}
