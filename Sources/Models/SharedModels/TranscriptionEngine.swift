/// The speech engine that made a transcription.
public struct TranscriptionEngine: Codable, Equatable, Sendable {
  /// Such as `faster-whisper`; empty if not known.
  public var name: String
  /// Its version, as it tells it; empty if not known.
  public var version: String

  /// Creates a value from its properties.
  public init(name: String = "", version: String = "") {
    self.name = name
    self.version = version
  }

  /// What a person reads of it: its name, and its version where there is one.
  public var text: String { version.isEmpty ? name : "\(name) \(version)" }

  /// Decodes a value; what an older version did not write has a default.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      name: try container.decode(.name, default: ""),
      version: try container.decode(.version, default: ""))
  }
}
