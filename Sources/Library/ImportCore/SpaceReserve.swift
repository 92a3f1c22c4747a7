import Foundation
import LibraryFolder
import POSIX

/// Space for moving memos to the trash on a full disk, where SQLite needs room for its log.
struct SpaceReserve {
  static let byteCount = 1 << 20

  let folder: LibraryFolder

  /// Allocates the space, unless a library in a file has it already or the disk lacks it.
  func fill() {
    let path = folder.reserve.path
    guard fileExists(folder.database.path),
      (try? fileStatus(of: path))?.st_size != Self.byteCount
    else { return }
    do throws(SystemError) {
      try Descriptor(path, O_RDWR | O_CREAT, mode: 0o600).allocate(Self.byteCount)
    } catch {
      try? removeFile(path)
    }
  }
}
