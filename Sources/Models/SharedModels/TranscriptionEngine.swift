public struct TranscriptionEngine: Codable, Equatable, Sendable {
  public var name: String
  public var version: String

  public init(name: String = "", version: String = "") {
    self.name = name
    self.version = version
  }

  public var text: String { version.isEmpty ? name : "\(name) \(version)" }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      name: try container.decode(.name, default: ""),
      version: try container.decode(.version, default: ""))
  }
}
