import Dependencies
import ExportFilesClient
public import Foundation

/// Folders as a person writes and reads them: `~` is their own.
public struct ExportPlace: Sendable {
  @Dependency(\.exportFiles) private var files

  public init() {}

  /// The folder that is meant: `~` and `~/…` begin at the person's own, what does not begin with a
  /// slash at where the program was started.
  public func folder(_ text: String) -> URL {
    let text = text.trimmingCharacters(in: .whitespaces)
    if text == "~" || text.hasPrefix("~/") {
      return URL(fileURLWithPath: files.homeFolder().path + text.dropFirst(), isDirectory: true)
        .standardizedFileURL
    }
    // Foundation reads a leading tilde in its own way.
    let path = text.isEmpty ? "." : text.hasPrefix("~") ? "./" + text : text
    return URL(fileURLWithPath: path, isDirectory: true).standardizedFileURL
  }

  /// A path as short as it is clear.
  public func text(for url: URL) -> String {
    let (path, home) = (url.standardizedFileURL.path, files.homeFolder().standardizedFileURL.path)
    if path == home { return "~" }
    return path.hasPrefix(home + "/") ? "~" + path.dropFirst(home.count) : path
  }
}
