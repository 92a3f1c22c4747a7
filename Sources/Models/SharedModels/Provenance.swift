public import Foundation

public struct Provenance: Codable, Equatable, Sendable {
  public struct Kind: Codable, Hashable, RawRepresentable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    public static let imported = Self(rawValue: "imported")
    public static let recorded = Self(rawValue: "recorded")
    public static let unknown = Self(rawValue: "unknown")
  }

  public var device: String?
  public var kind: Kind
  public var originalDate: Date?
  public var originalFileName: String?

  public init(
    device: String? = nil,
    kind: Kind = .unknown,
    originalDate: Date? = nil,
    originalFileName: String? = nil
  ) {
    self.device = device
    self.kind = kind
    self.originalDate = originalDate
    self.originalFileName = originalFileName
  }

  public static let unknown = Self()

  public static func imported(fileName: String, date: Date? = nil) -> Self {
    Self(kind: .imported, originalDate: date, originalFileName: fileName)
  }

  public static func recorded(device: String? = nil) -> Self {
    Self(device: device, kind: .recorded)
  }
}

extension Provenance {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      device: try container.decodeIfPresent(String.self, forKey: .device),
      kind: try container.decode(.kind, default: .unknown),
      originalDate: try container.decodeIfPresent(Date.self, forKey: .originalDate),
      originalFileName: try container.decodeIfPresent(String.self, forKey: .originalFileName))
  }
}
