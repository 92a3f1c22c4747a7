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
    _ change: [String: String?], _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    var changed: [Setting: String] = [:]
    var result = settings
    for (name, value) in change.sorted(by: { $0.key < $1.key }) {
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
    // Only these: others may have changed in the meantime.
    try await $settings.change { [changed] settings in
      // Checking the model may have taken long.
      try request.requirePreconditions(for: values(of: settings))
      for (setting, text) in changed { try setting.set(text, in: &settings) }
    }
    return try request.json(values(of: settings))
  }

  private func values(of settings: Settings) -> [String: String] {
    Dictionary(uniqueKeysWithValues: Self.shown.map { ($0.rawValue, $0.text(in: settings)) })
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
