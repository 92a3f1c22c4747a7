public import Foundation
public import SharedModels
public import Tagged

public struct TranscriptionJob: Equatable, Identifiable, Sendable {
  public typealias ID = Tagged<TranscriptionJob, UUID>

  public enum State: String, Sendable {
    case cancelled, done, failed, queued, running

    public var isUnfinished: Bool { self == .queued || self == .running }
  }

  public enum Outcome: Equatable, Sendable {
    /// By the user, whichever client has claimed the job. Dismisses a failed one.
    case cancelled
    /// The kept segments become the transcript. Throws ``DatabaseError/conflict(_:)`` if
    /// the user has edited the text since the job was created. The client keeps the job then.
    case done(TranscriptionSummary, speakers: SpeakerEdit? = nil, at: Date)
    case failed(reason: String, at: Date)
    /// Back to the queue. If this can't be written, the job waits for the lease to end.
    case interrupted
  }

  public let id: ID
  public let recordingID: Recording.ID

  /// Claims so far, without those that were put back.
  public var attempts: Int

  public var checkpoint: TranscriptionCheckpoint?

  public var createdAt: Date

  public var endedAt: Date?

  public var model: String?

  public var reason: String?

  public var settings: TranscriptionSettings
  public var state: State

  public var trace: TraceID?

  public var transcribedUntil: Duration

  public init(
    id: ID,
    recordingID: Recording.ID,
    attempts: Int = 0,
    checkpoint: TranscriptionCheckpoint? = nil,
    createdAt: Date,
    endedAt: Date? = nil,
    model: String? = nil,
    reason: String? = nil,
    settings: TranscriptionSettings = TranscriptionSettings(),
    state: State = .queued,
    trace: TraceID? = nil,
    transcribedUntil: Duration = .zero
  ) {
    self.id = id
    self.recordingID = recordingID
    self.attempts = attempts
    self.checkpoint = checkpoint
    self.createdAt = createdAt
    self.endedAt = endedAt
    self.model = model
    self.reason = reason
    self.settings = settings
    self.state = state
    self.trace = trace
    self.transcribedUntil = transcribedUntil
  }
}

extension JobsClient {
  /// The kept segments of an unfinished or failed job; `nil` without any.
  public func unfinishedTranscription(of id: Recording.ID) async throws -> Transcription? {
    guard let job = try await job(of: id)
    else { return nil }
    let segments = try await keptSegments(of: job.id, after: 0)
    guard !segments.isEmpty
    else { return nil }
    return Transcription(
      id: Transcription.ID(job.id.rawValue), createdAt: job.createdAt, model: job.model ?? "",
      segments: segments, settings: job.settings)
  }
}
