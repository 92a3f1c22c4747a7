import Foundation
import POSIX

extension stat {
  var isDirectory: Bool { st_mode & S_IFMT == S_IFDIR }
  var isLink: Bool { st_mode & S_IFMT == S_IFLNK }
  var isRegular: Bool { st_mode & S_IFMT == S_IFREG }

  /// The status of a path; `nil` if nothing exists.
  static func at(_ path: FilePath, followingLinks: Bool = true) throws(SystemError) -> stat? {
    do throws(SystemError) {
      return try fileStatus(of: path.string, followingLinks: followingLinks)
    } catch {
      guard error.code == ENOENT
      else { throw error }
      return nil
    }
  }

  /// Throws for anything but a regular file.
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
