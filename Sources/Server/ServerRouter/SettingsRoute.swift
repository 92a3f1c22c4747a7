public import CasePaths

@CasePathable
public enum SettingsRoute: Equatable, Sendable {
  case get
  /// Values by name; `nil` resets to the default.
  case change([String: SettingValue?])
}

public enum SettingValue: Codable, Equatable, Sendable {
  case number(Int)
  case text(String)
  case texts([String])

  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Int.self) {
      self = .number(number)
    } else if let texts = try? container.decode([String].self) {
      self = .texts(texts)
    } else {
      self = .text(try container.decode(String.self))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .number(let number): try container.encode(number)
    case .text(let text): try container.encode(text)
    case .texts(let texts): try container.encode(texts)
    }
  }
}
