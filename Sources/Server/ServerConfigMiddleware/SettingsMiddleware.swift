public import HTTPMessages
import Dependencies
import LibraryFolder
import MiddlewareHelpers
public import ServerRouter
import SharedSettings
import Sharing
import SpeechClient

/// A library's settings. Clients can't set those that run programs or name folders on this machine.
public struct SettingsMiddleware: Sendable {
  @Dependency(\.libraryFolder) private var folder
  @Dependency(\.speechClient) private var speechClient
  @Shared(.settings) private var settings

  static let shown = Setting.ofLibrary

  public init() {}

  public func respond(
    to route: SettingsRoute, _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    switch route {
    case .change(let change): try await self.change(change, request)
    case .get: try request.json(values(of: settings))
    }
  }

  private func change(
    _ change: [String: SettingValue?], _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    var changed: [Setting: String] = [:]
    var result = settings
    for (name, value) in change.sorted(by: { $0.key < $1.key }) {
      guard let setting = Self.shown.first(where: { $0.key == name })
      else { throw Self.unknown(name) }
      let text = try value.map { try Self.text($0, for: setting) } ?? ""
      guard setting != .model || !Setting.isFolder(text)
      else {
        throw Self.problem(
          setting, "a folder can only be set on the server, with 'speechmemo settings model'")
      }
      do throws(Setting.Problem) {
        try setting.set(text, in: &result)
      } catch {
        throw Self.problem(setting, error.description)
      }
      changed[setting] = setting.text(in: result)
    }
    if changed[.model] != nil, let model = result.model, !model.contains("/"),
      let reason = await speechClient.engineStatus().problem(ofModel: model, or: "default, ")
    {
      throw Self.problem(.model, reason)
    }
    // The settings may be the first file ever stored in the library.
    try LibraryFolder.make(folder.root)
    // Only these: others may have changed in the meantime.
    try await $settings.change { [changed] settings in
      // Checking the model may have taken long.
      try request.requirePreconditions(for: values(of: settings))
      for (setting, text) in changed { try setting.set(text, in: &settings) }
    }
    return try request.json(values(of: settings))
  }

  private func values(of settings: Settings) -> [String: SettingValue?] {
    Dictionary(uniqueKeysWithValues: Self.shown.map { ($0.key, $0.value(in: settings)) })
  }

  private static func text(_ value: SettingValue, for setting: Setting) throws -> String {
    switch (setting, value) {
    case (.memoDays, .number(let days)) where Settings.Retention.days.contains(days),
      (.trashDays, .number(let days)) where Settings.Retention.days.contains(days):
      return String(days)
    case (.memoDays, _), (.trashDays, _):
      let days = Settings.Retention.days
      throw problem(
        setting,
        "use a number of days from \(days.lowerBound) to \(days.upperBound), or null for forever")
    case (.languages, .texts(let texts)), (.vocabulary, .texts(let texts)):
      return texts.joined(separator: ", ")
    case (.languages, _), (.vocabulary, _): throw problem(setting, "use a list of strings")
    case (_, .text(let text)): return text
    default: throw problem(setting, "use a string, or null for the default")
    }
  }

  private static func unknown(_ name: String) -> ServerProblem {
    let names = shown.map(\.key).joined(separator: ", ")
    return ServerProblem(
      .unprocessableContent, .invalidSetting,
      detail: !Setting.allCases.contains { $0.key == name }
        ? "unknown setting '\(name)': use one of \(names)"
        : "'\(name)' can only be set on the server, with 'speechmemo settings'; "
          + "available here: \(names)")
  }

  private static func problem(_ setting: Setting, _ reason: String) -> ServerProblem {
    ServerProblem(
      .unprocessableContent, .invalidValue, detail: "\(setting.key): \(reason)")
  }
}

extension Setting {
  fileprivate var key: String {
    switch self {
    case .assistantKey: "assistantKey"
    case .assistantModel: "assistantModel"
    case .engineKey: "engineKey"
    case .memoDays: "memoDays"
    case .trashDays: "trashDays"
    case .assistant, .compute, .engine, .language, .languages, .model, .quality, .speakers, .theme,
      .vocabulary:
      rawValue
    }
  }

  fileprivate func value(in settings: Settings) -> SettingValue? {
    switch self {
    case .language: settings.language.map(SettingValue.text)
    case .languages: .texts(settings.languages)
    case .memoDays: settings.retention.memoDays.map(SettingValue.number)
    case .model: settings.model.map(SettingValue.text)
    case .trashDays: settings.retention.trashDays.map(SettingValue.number)
    case .vocabulary: .texts(settings.vocabulary)
    case .assistant, .assistantKey, .assistantModel, .compute, .engine, .engineKey, .quality,
      .speakers, .theme:
      .text(text(in: settings))
    }
  }
}
