/// Encoded as an object: `{"status": "failed", "reason": "…"}`.
public enum TranscriptionState: Equatable, Sendable {
  case none
  case queued
  case running(progress: Double)
  case done
  case failed(reason: String)
  case cancelled
  case unknown(status: String)

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

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      status: try container.decode(.status, default: "none"),
      progress: try container.decode(.progress, default: 0),
      reason: try container.decode(.reason, default: ""))
  }

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
