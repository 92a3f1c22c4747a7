public import Dependencies
public import FileStorage
public import Foundation

/// Where a library keeps its files.
///
/// `library.sqlite` holds the memos and their transcripts, `audio/` one file for each memo,
/// `memos/` what each memo is called (see ``MemoFiles``), `drafts/` the recordings in progress,
/// `uploads/` what clients have sent a part of, `settings.json` what a person has set,
/// `filters.json` the filters that have a name, `unsaved-texts.json` what was typed and is not saved,
/// `list.json` how the list of memos was left, `navigation.json` where in the app the person was,
/// `moving/` the memos that are just being moved to another library, `retired.json` which memos went
/// to the trash by themselves, `crashes/` reports of the program's crashes, and `webhook-secret` what
/// only the webhook's receiver shares.
public struct LibraryFolder: Equatable, Sendable {
  public let root: URL

  public init(root: URL) {
    self.root = root
  }

  /// The library that the environment names: `SPEECHMEMO_HOME`, else `speechmemo` in
  /// `XDG_DATA_HOME`, else `.local/share/speechmemo` in `HOME`, else the same in the account's own
  /// folder.
  ///
  /// `SPEECHMEMO_HOME` may begin with `~/`; a relative path begins where the program was started. As
  /// the XDG base directory specification asks, a relative `XDG_DATA_HOME` is ignored.
  ///
  /// - Parameters:
  ///   - environment: The variables that may name folders.
  ///   - accountHome: The folder that counts where `HOME` names none.
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

  /// Why the library that the environment names is where it is, for a person who wonders.
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
  public var drafts: URL { root.appendingPathComponent("drafts", isDirectory: true) }
  public var filters: URL { root.appendingPathComponent("filters.json") }
  public var listPlace: URL { root.appendingPathComponent("list.json") }
  public var memos: URL { root.appendingPathComponent("memos", isDirectory: true) }
  public var moving: URL { root.appendingPathComponent("moving", isDirectory: true) }
  public var navigation: URL { root.appendingPathComponent("navigation.json") }
  public var retired: URL { root.appendingPathComponent("retired.json") }
  public var uploads: URL { root.appendingPathComponent("uploads", isDirectory: true) }
  public var settings: URL { root.appendingPathComponent("settings.json") }
  public var unsavedTexts: URL { root.appendingPathComponent("unsaved-texts.json") }
  public var webhookSecret: URL { root.appendingPathComponent("webhook-secret") }

  /// The files beside the database that are a person's own, and that a backup keeps, too.
  public var documents: [URL] { [filters, retired, settings, unsavedTexts] }

  /// Whether a place is one of the library's own files or would be among them, by whatever links it
  /// is reached.
  public func owns(_ place: URL) -> Bool {
    let storage = FileStorage.fileSystem
    let path = storage.identity(of: place)
    let folders = [audio, crashes, drafts, memos, moving, uploads].map(storage.identity)
    // SQLite keeps files of its own beside a database, named after it.
    let files = [
      database, filters, listPlace, navigation, retired, settings, unsavedTexts,
      webhookSecret,
    ].map(storage.identity)
    return folders.contains { path == $0 || path.hasPrefix("\($0)/") }
      || files.contains { path == $0 || path.hasPrefix("\($0)-") }
  }

  /// The audio file of that name. Names come from the database; only their last component counts,
  /// so that no name can lead out of the folder.
  public func audioFile(named name: String) -> URL {
    audio.appendingPathComponent(URL(fileURLWithPath: name).lastPathComponent)
  }
}

extension LibraryFolder: DependencyKey {
  public static var liveValue: LibraryFolder { LibraryFolder() }

  /// A folder that does not exist: a test that touches the disk says where.
  public static let testValue = LibraryFolder(
    root: URL(fileURLWithPath: "/nonexistent/speechmemo", isDirectory: true))
}

extension DependencyValues {
  /// Where the library keeps its files.
  public var libraryFolder: LibraryFolder {
    get { self[LibraryFolder.self] }
    set { self[LibraryFolder.self] = newValue }
  }
}
