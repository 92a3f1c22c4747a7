public import CasePaths

@CasePathable
public enum SettingsRoute: Equatable, Sendable {
  case get
  case change(SettingsChange)
}

public struct SettingsChange: Codable, Equatable, Sendable {
  /// Values as on the command line, by name; `nil` resets to the default.
  public var values: [String: String?]

  public init(_ values: [String: String?]) {
    self.values = values
  }

  public init(from decoder: any Decoder) throws {
    values = try decoder.singleValueContainer().decode([String: String?].self)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(values)
  }
}

public struct SettingsValues: Codable, Equatable, Sendable {
  public var values: [String: String]

  public init(_ values: [String: String]) {
    self.values = values
  }

  public init(from decoder: any Decoder) throws {
    values = try decoder.singleValueContainer().decode([String: String].self)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(values)
  }
}
