import Foundation
import POSIX

extension stat {
  var isDirectory: Bool { st_mode & S_IFMT == S_IFDIR }
  var isLink: Bool { st_mode & S_IFMT == S_IFLNK }
  var isRegular: Bool { st_mode & S_IFMT == S_IFREG }

  /// What stands at a path; `nil` when nothing does.
  static func at(_ path: FilePath, followingLinks: Bool = true) throws(SystemError) -> stat? {
    do throws(SystemError) {
      return try fileStatus(of: path.string, followingLinks: followingLinks)
    } catch {
      guard error.code == ENOENT
      else { throw error }
      return nil
    }
  }

  /// Fails for what is not a file with a content of its own.
  func checkIsRegular() throws(DiskFailure) {
    guard isRegular
    else { throw .known(isDirectory ? .isDirectory : .notARegularFile) }
  }

  /// The time wraps around where nanoseconds overflow, after 2262: stamps are only compared for
  /// equality.
  var stamp: FileStamp {
    FileStamp(
      inode: UInt64(st_ino),
      modified: Int64(st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(st_mtim.tv_nsec),
      size: Int64(st_size))
  }
}

extension FilePath {
  /// The stamp of the regular file at this path.
  func stamp() throws -> FileStamp {
    guard let status = try stat.at(self)
    else { return .missing }
    try status.checkIsRegular()
    return status.stamp
  }
}
