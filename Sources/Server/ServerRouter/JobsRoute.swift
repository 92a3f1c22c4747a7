public import CasePaths
public import DatabaseClient
public import Foundation
public import SharedModels
public import Tagged
import URLRouting

@CasePathable
public enum JobsRoute: Equatable, Sendable {
  /// Waiting, running and failed jobs, oldest first.
  case list(JobListRequest)
  /// Completed jobs, newest first.
  case finished(JobListRequest)
  case segments(TranscriptionJob.ID, SegmentsRequest)
  case cancel(TranscriptionJob.ID)
}

public struct JobListRequest: Equatable, Sendable {
  public var after: TranscriptionJob.ID?
  public var limit = 50
  /// Applies to completed jobs only.
  public var since = Date(timeIntervalSince1970: 0)

  public static let maximumLimit = 1000

  public init(after: TranscriptionJob.ID? = nil, since: Date = Date(timeIntervalSince1970: 0)) {
    self.after = after
    self.since = since
  }

  static let parser = Query(Self()) {
    Field("after", \.after)
    Field("limit", \.limit)
  }

  static let finishedParser = Query(Self()) {
    Field("after", \.after)
    Field("limit", \.limit)
    Field("since", \.since)
  }

  public var pageLimit: Int { min(max(limit, 1), Self.maximumLimit) }
}

public struct SegmentsRequest: Equatable, Sendable {
  public var after: Int

  public init(after: Int = 0) {
    self.after = after
  }

  static let parser = Query(Self()) { Field("after", \.after) }
}

public struct JobValue: Codable, Equatable, Sendable {
  public var attempts: Int
  public var createdAt: Date
  public var endedAt: Date?
  public var id: String
  public var memo: String
  public var model: String?
  public var reason: String?
  public var settings: TranscriptionSettings
  public var state: String
  /// The W3C trace id of the request that created the job.
  public var trace: String?
  public var transcribedUntil: Double

  public init(_ job: TranscriptionJob) {
    attempts = job.attempts
    createdAt = job.createdAt
    endedAt = job.endedAt
    id = job.id.text
    memo = job.recordingID.text
    model = job.model
    reason = job.reason
    settings = job.settings
    state = job.state.rawValue
    trace = job.trace?.description
    transcribedUntil = job.transcribedUntil.secondsToMillisecond
  }

  public var value: TranscriptionJob? {
    guard let id = UUID(uuidString: id), let memo = UUID(uuidString: memo),
      let state = TranscriptionJob.State(rawValue: state)
    else { return nil }
    return TranscriptionJob(
      id: TranscriptionJob.ID(id), recordingID: Recording.ID(memo), attempts: attempts,
      createdAt: createdAt, endedAt: endedAt, model: model, reason: reason, settings: settings,
      state: state, trace: trace.flatMap { TraceID($0) },
      transcribedUntil: Duration(secondsToMillisecond: transcribedUntil) ?? .zero)
  }
}

public struct JobList: Codable, Equatable, Sendable {
  public var jobs: [JobValue]
  public var memos: [Recording]
  /// The id of the last job; `nil` on the last page.
  public var next: String?

  public init(jobs: [JobValue], memos: [Recording], next: String? = nil) {
    self.jobs = jobs
    self.memos = memos
    self.next = next
  }
}

public struct CurrentJob: Codable, Equatable, Sendable {
  public var job: JobValue?

  public init(job: JobValue?) {
    self.job = job
  }
}

public struct SegmentList: Codable, Equatable, Sendable {
  public var segments: [Segment]

  public init(segments: [Segment]) {
    self.segments = segments
  }
}
