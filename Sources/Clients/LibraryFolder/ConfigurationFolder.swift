public import FileStorage
public import Foundation

/// The user's settings for all libraries: key bindings, and tokens of libraries on other machines.
public struct ConfigurationFolder: Equatable, Sendable {
  public let root: URL

  public init(root: URL) {
    self.root = root
  }

  /// `$XDG_CONFIG_HOME/speechmemo`, default `~/.config/speechmemo`.
  public init(_ folders: XDGFolders = XDGFolders()) {
    self.init(
      root: folders.configuration.appendingPathComponent("speechmemo", isDirectory: true))
  }

  public var keys: URL { root.appendingPathComponent("keys") }
  public var tokens: URL { root.appendingPathComponent("tokens", isDirectory: true) }
}
