public import Foundation

// Foundation has these on other platforms. Here they follow the XDG base directory specification
// and the user's own `user-dirs.dirs`, as `FileManager` reads them. None of them makes the folder.
extension URL {
  /// Where programs keep what they need: `XDG_DATA_HOME`, else `~/.local/share`.
  public static var applicationSupportDirectory: URL {
    user(.applicationSupportDirectory, otherwise: ".local/share")
  }

  /// Where programs keep what they can make again: `XDG_CACHE_HOME`, else `~/.cache`.
  public static var cachesDirectory: URL {
    user(.cachesDirectory, otherwise: ".cache")
  }

  /// The user's documents: `XDG_DOCUMENTS_DIR` of `user-dirs.dirs`, else `~/Documents`.
  public static var documentsDirectory: URL {
    user(.documentDirectory, otherwise: "Documents")
  }

  private static func user(
    _ directory: FileManager.SearchPathDirectory, otherwise path: String
  ) -> URL {
    let home = URL(fileURLWithPath: NSHomeDirectory(), isDirectory: true)
    let known = FileManager.default.urls(for: directory, in: .userDomainMask).first
    return URL(fileURLWithPath: (known ?? home.appending(path: path)).path, isDirectory: true)
  }
}
