import Foundation
import POSIX

/// Removes unfinished new files of killed processes.
final class Leftovers: Sendable {
  static let suffix = ".filestorage-new"

  private let swept = Mutex<Set<FilePath>>([])

  /// Sweeps a folder, once per process.
  func sweepOnce(_ folder: FilePath) {
    guard swept.withLock({ $0.insert(folder).inserted }) else { return }
    // A file that cannot be inspected or removed does no harm.
    let names = (try? POSIX.names(in: folder.string)) ?? []
    for name in names where name.hasPrefix(".") && name.hasSuffix(Self.suffix) {
      let path = folder.appending(name)
      guard
        let file = try? Descriptor(path.string, O_RDONLY | O_NONBLOCK | O_NOFOLLOW),
        (try? file.lockIfFree(.exclusive)) == true
      else { continue }
      try? removeFile(path.string)
    }
  }
}
