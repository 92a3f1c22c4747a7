public import Foundation

/// Where a recording came from.
public struct Provenance: Codable, Equatable, Sendable {
  /// The way it came in. Open: a name that this version does not know is kept.
  public struct Kind: Codable, Hashable, RawRepresentable, Sendable {
    /// The kind's name, as it is encoded.
    public let rawValue: String

    /// Takes any name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// From a file.
    public static let imported = Self(rawValue: "imported")
    /// From a microphone.
    public static let recorded = Self(rawValue: "recorded")
    /// Nothing is known of it.
    public static let unknown = Self(rawValue: "unknown")
  }

  /// The name of the device that recorded it, if that is known.
  public var device: String?
  /// Whether it was recorded or imported.
  public var kind: Kind
  /// When the imported file was last changed before it was imported.
  public var originalDate: Date?
  /// The name that the imported file had, without its folder.
  public var originalFileName: String?

  /// Creates a value from its properties.
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

  /// Nothing is known of it.
  public static let unknown = Self()

  /// Imported from a file of this name, last changed at `date`.
  public static func imported(fileName: String, date: Date? = nil) -> Self {
    Self(kind: .imported, originalDate: date, originalFileName: fileName)
  }

  /// Recorded here, from a device of this name.
  public static func recorded(device: String? = nil) -> Self {
    Self(device: device, kind: .recorded)
  }
}

extension Provenance {
  /// Decodes a value; what an older version did not write has a default.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      device: try container.decodeIfPresent(String.self, forKey: .device),
      kind: try container.decode(.kind, default: .unknown),
      originalDate: try container.decodeIfPresent(Date.self, forKey: .originalDate),
      originalFileName: try container.decodeIfPresent(String.self, forKey: .originalFileName))
  }
}
