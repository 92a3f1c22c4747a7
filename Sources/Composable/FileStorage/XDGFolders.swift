public import Foundation
import POSIX

/// The user's folders for programs' files, as in the XDG base directory specification: those named
/// in the environment, or the defaults below ``home``. Relative paths in the environment are
/// ignored, as the specification requires.
///
/// Foundation takes the account's own folder for all of them, and for `~`, even where `HOME` names
/// another.
public struct XDGFolders: Sendable {
  /// The home folder: `HOME`, default the account's.
  public let home: URL
  private let environment: [String: String]

  /// - Parameters:
  ///   - environment: The variables that may name folders.
  ///   - accountHome: The folder that counts where `HOME` names none.
  public init(
    environment: [String: String] = Self.processEnvironment,
    accountHome: URL = URL(fileURLWithPath: NSHomeDirectory(), isDirectory: true)
  ) {
    self.environment = environment
    home = Self.folder(environment["HOME"]) ?? accountHome
  }

  /// This process's variables. Invalid UTF-8 is kept: it may be in a folder's name.
  public static var processEnvironment: [String: String] { ProcessText.environment }

  /// Cached data: `XDG_CACHE_HOME`, default `~/.cache`.
  public var caches: URL { folder("XDG_CACHE_HOME", otherwise: ".cache") }

  /// Configuration: `XDG_CONFIG_HOME`, default `~/.config`.
  public var configuration: URL { folder("XDG_CONFIG_HOME", otherwise: ".config") }

  /// Application data: `XDG_DATA_HOME`, default `~/.local/share`.
  public var data: URL { folder("XDG_DATA_HOME", otherwise: ".local/share") }

  /// The user's documents: `XDG_DOCUMENTS_DIR` in the environment or in `user-dirs.dirs` in
  /// ``configuration``, default `~/Documents`.
  public var documents: URL {
    folder("XDG_DOCUMENTS_DIR", otherwise: userFolder("XDG_DOCUMENTS_DIR") ?? "Documents")
  }

  /// The origin of a variable's folder, such as `below XDG_DATA_HOME`.
  ///
  /// - Parameter variable: The variable that may name the folder.
  public func origin(of variable: String) -> String {
    for name in [variable, "HOME"] where Self.folder(environment[name]) != nil {
      return "under \(name)"
    }
    return "under the account's home folder, because HOME is not set"
  }

  /// The file or folder of a path. `~` and `~/…` start at ``home``; other relative paths start at
  /// the current folder of the program's start.
  public func url(of path: String, isDirectory: Bool = false) -> URL {
    URL(fileURLWithPath: absolute(path), isDirectory: isDirectory)
  }

  private func absolute(_ path: String) -> String {
    if path == "~" { return home.path }
    if path.hasPrefix("~/") { return home.path + path.dropFirst() }
    // Foundation expands tildes differently, and supports the current folder only if its name is
    // valid UTF-8.
    if path.hasPrefix("/") { return path }
    let steps = path.split(separator: "/").filter { $0 != "." }
    return ([ProcessText.currentFolder] + steps.map(String.init)).joined(separator: "/")
  }

  private static func folder(_ path: String?) -> URL? {
    guard let path, path.hasPrefix("/")
    else { return nil }
    return URL(fileURLWithPath: path, isDirectory: true)
  }

  private func folder(_ variable: String, otherwise usual: @autoclosure () -> String) -> URL {
    if let folder = Self.folder(environment[variable]) { return folder }
    let usual = usual()
    return Self.folder(usual) ?? home.appendingPathComponent(usual, isDirectory: true)
  }

  /// The folder set in `user-dirs.dirs`, if absolute or below ``home``.
  private func userFolder(_ variable: String) -> String? {
    let file = configuration.appendingPathComponent("user-dirs.dirs")
    guard let data = try? FileStorage.fileSystem.read(file).data
    else { return nil }
    let text = String(systemBytes: data)
    // Shells read this file: of several lines the last one counts.
    return text.split(whereSeparator: \.isNewline).reversed().lazy
      .compactMap { line in
        let line = line.drop(while: \.isWhitespace)
        let start = variable + "=\""
        guard line.hasPrefix(start)
        else { return nil }
        return path(quoted: line.dropFirst(start.count))
      }
      .first
  }

  /// A path up to the quote that ends it.
  private func path(quoted text: Substring) -> String? {
    var path = ""
    var isEscaped = false
    for character in text {
      if !isEscaped, character == "\"" { break }
      isEscaped = !isEscaped && character == "\\"
      if !isEscaped { path.append(character) }
    }
    if path == "$HOME" { return home.path }
    if path.hasPrefix("$HOME/") { return home.path + path.dropFirst("$HOME".count) }
    return path.hasPrefix("/") ? path : nil
  }
}
