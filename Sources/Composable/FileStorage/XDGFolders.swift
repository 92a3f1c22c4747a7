public import Foundation

/// Where a user's programs keep their files, as the XDG base directory specification says: in the
/// folders that the environment names, else in those that are usual. A relative path in the
/// environment is ignored, as the specification asks.
public struct XDGFolders: Sendable {
  private let environment: [String: String]
  private let home: URL

  /// - Parameters:
  ///   - environment: The variables that may name folders.
  ///   - home: The user's own folder.
  public init(
    environment: [String: String] = ProcessInfo.processInfo.environment,
    home: URL = URL(fileURLWithPath: NSHomeDirectory(), isDirectory: true)
  ) {
    self.environment = environment
    self.home = home
  }

  /// Where programs keep how they are set: `XDG_CONFIG_HOME`, else `~/.config`.
  public var configuration: URL { folder("XDG_CONFIG_HOME", otherwise: ".config") }

  /// Where programs keep what they need: `XDG_DATA_HOME`, else `~/.local/share`.
  public var data: URL { folder("XDG_DATA_HOME", otherwise: ".local/share") }

  private func folder(_ variable: String, otherwise usual: String) -> URL {
    guard let path = environment[variable], path.hasPrefix("/")
    else { return home.appendingPathComponent(usual, isDirectory: true) }
    return URL(fileURLWithPath: path, isDirectory: true)
  }
}
