public import HTTPMessages
import Dependencies
import LibraryFolder
import MiddlewareHelpers
public import ServerRouter
import SharedSettings
import Sharing
import SpeechClient

/// Tells and changes the settings that concern a library, wherever it is used from.
///
/// What runs a program of the server's machine, names one of its folders, or colors its terminal is
/// set there.
public struct SettingsMiddleware: Sendable {
  @Dependency(\.libraryFolder) private var folder
  @Dependency(\.speechClient) private var speechClient
  @Shared(.settings) private var settings

  /// The settings that are told and can be changed.
  static let shown = Setting.ofLibrary

  public init() {}

  /// The settings.
  public func get(_ request: HTTPRequest) throws -> HTTPResponse {
    try request.json(values(of: settings))
  }

  /// Changes those that are named, all or none, and answers with what they are then.
  public func change(
    _ change: SettingsChange, _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    try request.requireMatch(values(of: settings))
    var changed: [Setting: String] = [:]
    var result = settings
    for (name, value) in change.values.sorted(by: { $0.key < $1.key }) {
      guard let setting = Self.shown.first(where: { $0.rawValue == name })
      else { throw Self.unknown(name) }
      let text = value ?? ""
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
    // Only these: others may be changed meanwhile.
    try await $settings.change { [changed] settings in
      // The engine may have taken its time.
      try request.requireMatch(values(of: settings))
      for (setting, text) in changed { try setting.set(text, in: &settings) }
    }
    return try request.json(values(of: settings))
  }

  private func values(of settings: Settings) -> SettingsValues {
    SettingsValues(
      Dictionary(uniqueKeysWithValues: Self.shown.map { ($0.rawValue, $0.text(in: settings)) }))
  }

  private static func unknown(_ name: String) -> ServerProblem {
    let names = shown.map(\.rawValue).joined(separator: ", ")
    return ServerProblem(
      .unprocessableContent, "Invalid setting",
      detail: Setting(rawValue: name) == nil
        ? "unknown setting '\(name)': use one of \(names)"
        : "'\(name)' can only be set on the server, with 'speechmemo settings'; "
          + "available here: \(names)")
  }

  private static func problem(_ setting: Setting, _ reason: String) -> ServerProblem {
    ServerProblem(
      .unprocessableContent, "Invalid value", detail: "\(setting.rawValue): \(reason)")
  }
}
