public import CasePaths
public import DatabaseClient
public import Foundation
public import SharedModels
public import Tagged
import URLRouting

/// What can be asked of the transcripts that are to be made.
@CasePathable
public enum JobsRoute: Equatable, Sendable {
  /// Those that wait, are being made, or could not be, in the order in which they were asked for.
  case list
  /// Those that were done since a moment, the last one first.
  case finished(FinishedJobsRequest)
  /// What is there so far of a transcript that is being made.
  case segments(TranscriptionJob.ID, SegmentsRequest)
  /// Ends a job.
  case cancel(TranscriptionJob.ID)
}

/// From when on jobs are told that were done.
public struct FinishedJobsRequest: Equatable, Sendable {
  public var since: Date

  public init(since: Date = Date(timeIntervalSince1970: 0)) {
    self.since = since
  }

  static let parser = Query(Self()) { Field("since", \.since) }
}

/// Which part of a transcript that is being made is wanted.
public struct SegmentsRequest: Equatable, Sendable {
  /// How many segments are known already.
  public var after: Int

  public init(after: Int = 0) {
    self.after = after
  }

  static let parser = Query(Self()) { Field("after", \.after) }
}

/// A transcription that is to be made, is being made, or has ended, as it is sent.
public struct JobValue: Codable, Equatable, Sendable {
  public var attempts: Int
  public var createdAt: Date
  public var endedAt: Date?
  public var id: String
  /// The memo's id.
  public var memo: String
  public var model: String?
  /// Why it failed.
  public var reason: String?
  public var settings: TranscriptionSettings
  public var state: String
  /// What names the request that has asked for it, in logs: a trace id of W3C Trace Context.
  public var trace: String?
  /// How far what is there reaches into the sound, in seconds.
  public var transcribedUntil: Double

  public init(_ job: TranscriptionJob) {
    attempts = job.attempts
    createdAt = job.createdAt
    endedAt = job.endedAt
    id = job.id.rawValue.uuidString.lowercased()
    memo = job.recordingID.rawValue.uuidString.lowercased()
    model = job.model
    reason = job.reason
    settings = job.settings
    state = job.state.rawValue
    trace = job.trace?.description
    transcribedUntil = job.transcribedUntil.secondsToMillisecond
  }

  /// The same as the database tells it; `nil` where its ids are none, or its state is not known here.
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

/// Jobs, and the memos that they are of.
public struct JobList: Codable, Equatable, Sendable {
  public var jobs: [JobValue]
  /// In the order of their jobs.
  public var memos: [Recording]

  public init(jobs: [JobValue], memos: [Recording]) {
    self.jobs = jobs
    self.memos = memos
  }
}

/// A memo's newest job that is not done.
public struct CurrentJob: Codable, Equatable, Sendable {
  /// `nil` where there is none.
  public var job: JobValue?

  public init(job: JobValue?) {
    self.job = job
  }
}

/// A part of a transcript.
public struct SegmentList: Codable, Equatable, Sendable {
  public var segments: [Segment]

  public init(segments: [Segment]) {
    self.segments = segments
  }
}
