/// How far a recording's transcription is.
///
/// Encoded as an object with a `status` and what belongs to it: `{"status": "failed", "reason":
/// "…"}`.
public enum TranscriptionState: Equatable, Sendable {
  /// None was asked for.
  case none
  case queued
  /// Being made. `progress` goes from 0 to 1.
  case running(progress: Double)
  case done
  /// `reason` is one line, fit to be shown.
  case failed(reason: String)
  case cancelled
  /// A state that this version does not know, by the name a newer one wrote.
  case unknown(status: String)

  /// The state's name, as encoded and as a database column may hold it.
  public var status: String {
    switch self {
    case .none: "none"
    case .queued: "queued"
    case .running: "running"
    case .done: "done"
    case .failed: "failed"
    case .cancelled: "cancelled"
    case .unknown(let status): status
    }
  }

  /// The state of that name. `progress` and `reason` are used where they belong; progress is kept
  /// within 0…1.
  public init(status: String, progress: Double = 0, reason: String = "") {
    self =
      switch status {
      case "none": .none
      case "queued": .queued
      case "running": .running(progress: progress.isNaN ? 0 : min(max(progress, 0), 1))
      case "done": .done
      case "failed": .failed(reason: reason)
      case "cancelled": .cancelled
      default: .unknown(status: status)
      }
  }

  /// Whether a transcript is on its way: waiting or being made.
  public var isPending: Bool {
    switch self {
    case .queued, .running: true
    case .none, .done, .failed, .cancelled, .unknown: false
    }
  }
}

extension TranscriptionState: Codable {
  private enum CodingKeys: String, CodingKey {
    case status, progress, reason
  }

  /// Decodes a value; what an older version did not write has a default.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      status: try container.decode(.status, default: "none"),
      progress: try container.decode(.progress, default: 0),
      reason: try container.decode(.reason, default: ""))
  }

  /// Encodes the status, and the progress or the reason where there is one.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(status, forKey: .status)
    switch self {
    case .running(let progress): try container.encode(progress, forKey: .progress)
    case .failed(let reason): try container.encode(reason, forKey: .reason)
    case .none, .queued, .done, .cancelled, .unknown: break
    }
  }
}
