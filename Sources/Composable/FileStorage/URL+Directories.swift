public import Foundation

// Foundation has these on other platforms. Here they are the folders of ``XDGFolders``. None of them
// makes the folder.
extension URL {
  /// Application data: `XDG_DATA_HOME`, default `~/.local/share`.
  public static var applicationSupportDirectory: URL { XDGFolders().data }

  /// Cached data: `XDG_CACHE_HOME`, default `~/.cache`.
  public static var cachesDirectory: URL { XDGFolders().caches }

  /// The user's documents: `XDG_DOCUMENTS_DIR`, from the environment or `user-dirs.dirs`, default
  /// `~/Documents`.
  public static var documentsDirectory: URL { XDGFolders().documents }
}
