public import DatabaseClient
public import Foundation
public import SharedModels

/// How a job has ended for who has claimed it, as it is sent.
public struct JobEnd: Codable, Equatable, Sendable {
  /// What became of it.
  public enum Outcome: String, Codable, Sendable {
    /// What is kept is the transcript.
    case done
    /// It cannot be done.
    case failed
    /// It goes back to the queue with what it has.
    case interrupted
  }

  /// When; the server's time, if none is given.
  public var at: Date?
  public var engine: TranscriptionEngine?
  public var language: String?
  public var model: String?
  public var outcome: Outcome
  /// Why it cannot be done, in words for the user.
  public var reason: String?
  public var repairs: Int?
  /// Who speaks.
  public var speakers: SpeakerEdit?

  /// An end of which nothing more is told.
  public init(outcome: Outcome) {
    self.outcome = outcome
  }

  /// `nil` for what is not for who has claimed a job to say.
  public init?(_ outcome: TranscriptionJob.Outcome) {
    switch outcome {
    case .cancelled: return nil
    case .done(let engine, let model, let language, let repairs, let speakers, let date):
      self.outcome = .done
      at = date
      self.engine = engine
      self.language = language
      self.model = model
      self.repairs = repairs
      self.speakers = speakers
    case .failed(let reason, let date):
      self.outcome = .failed
      at = date
      self.reason = reason
    case .interrupted:
      self.outcome = .interrupted
    }
  }

  /// The same as the database takes it.
  ///
  /// - Parameter now: The time, where none is given.
  public func value(at now: Date) -> TranscriptionJob.Outcome {
    switch outcome {
    case .done:
      .done(
        engine: engine ?? TranscriptionEngine(), model: model ?? "", language: language,
        repairs: repairs, speakers: speakers, at: at ?? now)
    case .failed: .failed(reason: reason ?? "no reason was given", at: at ?? now)
    case .interrupted: .interrupted
    }
  }
}
