/// How far a memo's transcript is.
public enum TranscriptionState: Equatable, Sendable {
  /// Given up by a person.
  case cancelled
  case done
  /// It could not be made, in words for the user.
  case failed(reason: String)
  /// None was asked for.
  case none
  case queued
  /// Being made; `progress` goes from 0 to 1.
  case running(progress: Double)
}

extension TranscriptionState: Codable {
  private enum CodingKeys: String, CodingKey {
    case progress, reason, state
  }

  /// A state of a newer version reads as `.none`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    switch try container.decodeIfPresent(String.self, forKey: .state) {
    case "cancelled": self = .cancelled
    case "done": self = .done
    case "failed":
      self = .failed(reason: try container.decodeIfPresent(String.self, forKey: .reason) ?? "")
    case "queued": self = .queued
    case "running":
      self = .running(progress: try container.decodeIfPresent(Double.self, forKey: .progress) ?? 0)
    default: self = .none
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .cancelled: try container.encode("cancelled", forKey: .state)
    case .done: try container.encode("done", forKey: .state)
    case .failed(let reason):
      try container.encode("failed", forKey: .state)
      try container.encode(reason, forKey: .reason)
    case .none: try container.encode("none", forKey: .state)
    case .queued: try container.encode("queued", forKey: .state)
    case .running(let progress):
      try container.encode("running", forKey: .state)
      try container.encode(progress, forKey: .progress)
    }
  }
}
