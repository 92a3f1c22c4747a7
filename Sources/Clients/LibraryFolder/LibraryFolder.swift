public import Dependencies
public import FileStorage
public import Foundation

/// The files of a library. ``audio`` and ``memos`` have one file per memo, ``deleting`` the names of
/// audio that is being deleted, ``moving`` the memos on their way to another library, ``retired``
/// those that were trashed automatically.
public struct LibraryFolder: Equatable, Sendable {
  public let root: URL

  public init(root: URL) {
    self.root = root
  }

  /// `$SPEECHMEMO_HOME`, default `$XDG_DATA_HOME/speechmemo`, then `~/.local/share/speechmemo`.
  /// Ignores a relative `XDG_DATA_HOME`, as the XDG base directory specification asks.
  public init(
    environment: [String: String] = XDGFolders.processEnvironment,
    accountHome: URL = URL(fileURLWithPath: NSHomeDirectory(), isDirectory: true)
  ) {
    let folders = XDGFolders(environment: environment, accountHome: accountHome)
    if let path = environment["SPEECHMEMO_HOME"], !path.isEmpty {
      root = folders.url(of: path, isDirectory: true)
    } else {
      root = folders.data.appendingPathComponent("speechmemo", isDirectory: true)
    }
  }

  public static func origin(
    environment: [String: String] = XDGFolders.processEnvironment
  ) -> String {
    environment["SPEECHMEMO_HOME"].map { $0.isEmpty } ?? true
      ? XDGFolders(environment: environment).origin(of: "XDG_DATA_HOME")
      : "set by SPEECHMEMO_HOME"
  }

  public var audio: URL { root.appendingPathComponent("audio", isDirectory: true) }
  public var crashes: URL { root.appendingPathComponent("crashes", isDirectory: true) }
  public var database: URL { root.appendingPathComponent("library.sqlite") }
  public var deleting: URL { root.appendingPathComponent("deleting", isDirectory: true) }
  public var drafts: URL { root.appendingPathComponent("drafts", isDirectory: true) }
  public var filters: URL { root.appendingPathComponent("filters.json") }
  public var listPlace: URL { root.appendingPathComponent("list.json") }
  public var memos: URL { root.appendingPathComponent("memos", isDirectory: true) }
  public var moving: URL { root.appendingPathComponent("moving", isDirectory: true) }
  public var navigation: URL { root.appendingPathComponent("navigation.json") }
  /// A file of zeros, deleted when the database needs space on a full disk.
  public var reserve: URL { root.appendingPathComponent(".reserve") }
  public var retired: URL { root.appendingPathComponent("retired.json") }
  public var uploads: URL { root.appendingPathComponent("uploads", isDirectory: true) }
  public var settings: URL { root.appendingPathComponent("settings.json") }
  public var unsavedTexts: URL { root.appendingPathComponent("unsaved-texts.json") }
  public var webhookSecret: URL { root.appendingPathComponent("webhook-secret") }

  /// The user's files beside the database, which backups include.
  public var documents: [URL] { [filters, retired, settings, unsavedTexts] }

  /// Returns `true` for a path of one of the library's own files, with links resolved.
  public func owns(_ place: URL) -> Bool {
    let storage = FileStorage.fileSystem
    let path = storage.identity(of: place)
    let folders = [audio, crashes, deleting, drafts, memos, moving, uploads].map(storage.identity)
    // SQLite's files beside the database start with its name.
    let files = [
      database, filters, listPlace, navigation, reserve, retired, settings, unsavedTexts,
      webhookSecret,
    ].map(storage.identity)
    return folders.contains { path == $0 || path.hasPrefix("\($0)/") }
      || files.contains { path == $0 || path.hasPrefix("\($0)-") }
  }

  /// Uses only the last component, so that no name from the database leads out of the folder.
  public func audioFile(named name: String) -> URL {
    audio.appendingPathComponent(URL(fileURLWithPath: name).lastPathComponent)
  }
}

extension LibraryFolder: DependencyKey {
  public static var liveValue: LibraryFolder { LibraryFolder() }

  public static let testValue = LibraryFolder(
    root: URL(fileURLWithPath: "/nonexistent/speechmemo", isDirectory: true))
}

extension DependencyValues {
  public var libraryFolder: LibraryFolder {
    get { self[LibraryFolder.self] }
    set { self[LibraryFolder.self] = newValue }
  }
}
