import AudioFileClient
import Foundation
import POSIX

enum TemporaryFiles {
  private static let prefix = AudioFileClient.temporaryNamePrefix

  static func newPath(in folder: String) -> String {
    "\(folder)/\(prefix)\(UUID().uuidString)"
  }

  /// Removes temporary files that no writer has locked. Ignores errors.
  static func removeAll(in folder: URL) {
    for name in (try? names(in: folder.path)) ?? []
    where name.hasPrefix(prefix) && UUID(uuidString: String(name.dropFirst(prefix.count))) != nil {
      let path = "\(folder.path)/\(name)"
      guard
        let file = try? Descriptor(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW),
        (try? file.lockIfFree(.exclusive)) == true
      else { continue }
      try? removeFile(path)
    }
  }
}

/// The folders that were searched for temporary files of killed programs. Searching takes longer, the
/// more files a folder has, so a copy of many files searches once.
final class SearchedFolders: Sendable {
  private let paths = Mutex<Set<String>>([])

  func removeLeftovers(in folder: URL) {
    guard paths.withLock({ $0.insert(folder.path).inserted })
    else { return }
    TemporaryFiles.removeAll(in: folder)
  }
}
