import Dependencies
import ExportFilesClient
public import Foundation

public struct ExportPlace: Sendable {
  @Dependency(\.exportFiles) private var files

  public init() {}

  public func folder(_ text: String) -> URL {
    let text = text.trimmingCharacters(in: .whitespaces)
    if text == "~" || text.hasPrefix("~/") {
      return URL(fileURLWithPath: files.homeFolder().path + text.dropFirst(), isDirectory: true)
        .standardizedFileURL
    }
    // Foundation would expand `~name`.
    let path = text.isEmpty ? "." : text.hasPrefix("~") ? "./" + text : text
    return URL(fileURLWithPath: path, isDirectory: true).standardizedFileURL
  }

  public func text(for url: URL) -> String {
    let (path, home) = (url.standardizedFileURL.path, files.homeFolder().standardizedFileURL.path)
    if path == home { return "~" }
    return path.hasPrefix(home + "/") ? "~" + path.dropFirst(home.count) : path
  }
}
