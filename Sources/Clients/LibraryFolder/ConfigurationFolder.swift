public import FileStorage
public import Foundation

/// Where the program keeps how a person has set it, whatever the library: `keys` the person's own
/// keys, `tokens/` what opens libraries on other machines.
public struct ConfigurationFolder: Equatable, Sendable {
  public let root: URL

  public init(root: URL) {
    self.root = root
  }

  /// The one that the environment names: `speechmemo` in `XDG_CONFIG_HOME`, else in `.config` in
  /// `HOME`.
  public init(_ folders: XDGFolders = XDGFolders()) {
    self.init(
      root: folders.configuration.appendingPathComponent("speechmemo", isDirectory: true))
  }

  public var keys: URL { root.appendingPathComponent("keys") }
  public var tokens: URL { root.appendingPathComponent("tokens", isDirectory: true) }
}
