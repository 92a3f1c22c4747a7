public import Foundation
public import SharedModels
public import Tagged

/// A transcription that is to be made, or that failed.
public struct TranscriptionJob: Equatable, Identifiable, Sendable {
  public typealias ID = Tagged<TranscriptionJob, UUID>

  public enum State: String, Sendable {
    case cancelled, done, failed, queued, running
  }

  /// How a job ended.
  public enum Outcome: Equatable, Sendable {
    /// Given up by a person: no matter which client has claimed the job, if any.
    case cancelled
    /// The segments kept so far are the transcript. `repairs` is as ``Transcription`` has it.
    /// `speakers` says who speaks in it: kept with it, as `editSpeakers` of ``DatabaseClient`` does.
    ///
    /// If a person has edited the memo's text since it was asked for, it is refused as
    /// ``DatabaseError/changedMeanwhile(_:)``: the job goes on being its client's, to be ended in
    /// another way.
    case done(
      engine: TranscriptionEngine, model: String, language: String?, repairs: Int? = nil,
      speakers: SpeakerEdit? = nil, at: Date)
    /// It cannot be done, in words for the user.
    case failed(reason: String, at: Date)
    /// Stopped before its end; it goes back to the queue with what it has. It is not its client's any
    /// more even if that could not be written: it waits until its lease has run out.
    case interrupted
  }

  public let id: ID
  public let recordingID: Recording.ID

  /// How often a process has begun it without putting it back: one that was told to stop puts it
  /// back, one that died did not.
  public var attempts: Int

  /// From where its transcription goes on after the kept segments, if the engine told.
  public var checkpoint: TranscriptionCheckpoint?

  public var createdAt: Date

  /// When it was done, or failed.
  public var endedAt: Date?

  /// The model asked for, or `nil` for the engine's own.
  public var model: String?

  /// Why it failed, in words for the user.
  public var reason: String?

  public var settings: TranscriptionSettings
  public var state: State

  /// What names the request that has asked for it, in the logs of all that is done for it; `nil` where
  /// it was no request.
  public var trace: TraceID?

  /// How far the kept segments reach into the audio.
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

extension DatabaseClient {
  /// The transcript of a memo that is being made, as far as it is, or `nil` where nothing is there
  /// of one.
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
