public import Foundation
import LibraryFolder
import POSIX

/// Keeps a recovery from taking the files of an import that is under way for what a crash has
/// left behind: between its copy and its row, a new memo looks the same.
///
/// Imports, and the emptying of the trash, hold the lock together, a recovery holds it alone. The
/// system drops it with the process, however that ends.
public final class ImportLock: Sendable {
  public enum Mode: Sendable {
    case alone, together
  }

  private let file: Descriptor

  /// `nil` where another process holds the lock in a way that excludes this one.
  ///
  /// - Throws: `LibraryFolderError` where the folder is missing and cannot be made.
  public init?(_ mode: Mode, in folder: URL) throws {
    try LibraryFolder.make(folder)
    let path = folder.appendingPathComponent(".import.lock").path
    guard let file = try? Descriptor(path, O_RDWR | O_CREAT, mode: 0o600)
    else { throw LibraryFolderError(path: folder.path) }
    guard (try? file.lockIfFree(mode == .alone ? .exclusive : .shared)) == true
    else { return nil }
    self.file = file
  }

  deinit {
    file.unlock()
  }
}
