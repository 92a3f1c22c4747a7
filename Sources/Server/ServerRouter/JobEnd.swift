public import DatabaseClient
public import Foundation
public import SharedModels

public struct JobEnd: Codable, Equatable, Sendable {
  public enum Outcome: String, Codable, Sendable {
    case done
    case failed
    case interrupted
  }

  /// Defaults to the server's time.
  public var at: Date?
  public var details: TranscriptionDetails?
  public var engine: TranscriptionEngine?
  public var language: String?
  public var model: String?
  public var outcome: Outcome
  public var reason: String?
  public var repairs: Int?
  public var speakers: SpeakerEdit?

  public init(outcome: Outcome) {
    self.outcome = outcome
  }

  /// `nil` for outcomes that a transcriber can't report.
  public init?(_ outcome: TranscriptionJob.Outcome) {
    switch outcome {
    case .cancelled: return nil
    case .done(let summary, let speakers, let date):
      self.outcome = .done
      at = date
      details = summary.details
      engine = summary.engine
      language = summary.language
      model = summary.model
      repairs = summary.repairs
      self.speakers = speakers
    case .failed(let reason, let date):
      self.outcome = .failed
      at = date
      self.reason = reason
    case .interrupted:
      self.outcome = .interrupted
    }
  }

  public func value(at now: Date) -> TranscriptionJob.Outcome {
    switch outcome {
    case .done:
      .done(
        TranscriptionSummary(
          details: details ?? TranscriptionDetails(), engine: engine ?? TranscriptionEngine(),
          language: language, model: model ?? "", repairs: repairs),
        speakers: speakers, at: at ?? now)
    case .failed: .failed(reason: reason ?? "no reason was given", at: at ?? now)
    case .interrupted: .interrupted
    }
  }
}
