/// Where a memo came from.
public enum Provenance: Equatable, Sendable {
  /// A file that was imported, by the name it had.
  case imported(fileName: String)
  /// Recorded here, with this device.
  case recorded(device: String?)
  case unknown
}

extension Provenance: Codable {
  private enum CodingKeys: String, CodingKey {
    case device, fileName, kind
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    switch try container.decodeIfPresent(String.self, forKey: .kind) {
    case "imported":
      self = .imported(fileName: try container.decodeIfPresent(String.self, forKey: .fileName) ?? "")
    case "recorded":
      self = .recorded(device: try container.decodeIfPresent(String.self, forKey: .device))
    default:
      self = .unknown
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .imported(let fileName):
      try container.encode("imported", forKey: .kind)
      try container.encode(fileName, forKey: .fileName)
    case .recorded(let device):
      try container.encode("recorded", forKey: .kind)
      try container.encodeIfPresent(device, forKey: .device)
    case .unknown:
      try container.encode("unknown", forKey: .kind)
    }
  }
}
