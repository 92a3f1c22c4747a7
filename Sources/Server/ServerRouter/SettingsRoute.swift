public import CasePaths

/// What can be asked of a library's settings.
@CasePathable
public enum SettingsRoute: Equatable, Sendable {
  case get
  /// Changes those that are named, all or none.
  case change(SettingsChange)
}

/// What is to be set: by the name of each setting its value, as it is written on a command line.
public struct SettingsChange: Codable, Equatable, Sendable {
  /// `nil` for the default.
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

/// The settings that concern a library, wherever it is used from: by the name of each one its value,
/// as it is written on a command line.
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
