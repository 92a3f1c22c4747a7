public import Foundation
import LibraryFolder

/// Keeps a recovery from taking the files of an import that is under way for what a crash has
/// left behind: between its copy and its row, a new memo looks the same.
///
/// Imports, and the emptying of the trash, hold the lock together, a recovery holds it alone. The
/// system drops it with the process, however that ends.
public final class ImportLock: Sendable {
  public enum Mode: Sendable {
    case alone, together
  }

  private let descriptor: Int32

  /// `nil` where another process holds the lock in a way that excludes this one.
  ///
  /// - Throws: ``LibraryFolderError`` where the folder is missing and cannot be made.
  public init?(_ mode: Mode, in folder: URL) throws {
    do {
      try LibraryFolder.make(folder)
    } catch {
      throw LibraryFolderError(path: folder.path)
    }
    let descriptor = open(
      folder.appendingPathComponent(".import.lock").path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0
    else { throw LibraryFolderError(path: folder.path) }
    // A property is set only once nothing can fail any more: `deinit` would close it again.
    guard flock(descriptor, (mode == .alone ? LOCK_EX : LOCK_SH) | LOCK_NB) == 0
    else {
      close(descriptor)
      return nil
    }
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
  }
}
