import AudioFileClient
import Foundation
import POSIX

/// The files under temporary names that a killed process has left behind.
enum Leftover {
  private static let prefix = AudioFileClient.temporaryNamePrefix

  /// A name that nothing has.
  static func newPath(in folder: String) -> String {
    "\(folder)/\(prefix)\(UUID().uuidString)"
  }

  /// Removes those in a folder whose writers are gone: they would hold locks on them. What cannot be
  /// looked at or removed is in nobody's way.
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
