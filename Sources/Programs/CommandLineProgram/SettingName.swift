import ArgumentParsing
import SharedSettings

enum SettingName: CaseIterable, RawRepresentable, ArgumentValue {
  case setting(Setting)
  case webhook

  static var allCases: [SettingName] { Setting.allCases.map(Self.setting) + [.webhook] }

  static var placeholder: String { "SETTING" }

  init?(rawValue: String) {
    guard let name = Self.allCases.first(where: { $0.rawValue == rawValue })
    else { return nil }
    self = name
  }

  var rawValue: String {
    switch self {
    case .setting(let setting): setting.rawValue
    case .webhook: WebhookCommand.name
    }
  }
}
