public import Foundation
import POSIX

extension URL {
  public var modificationDate: Date? {
    (try? fileStatus(of: path)).map { status in
      Date(
        timeIntervalSince1970: Double(status.st_mtim.tv_sec)
          + Double(status.st_mtim.tv_nsec) / 1_000_000_000)
    }
  }

  public func isSameFile(as other: URL) -> Bool {
    guard let mine = try? fileStatus(of: path), let theirs = try? fileStatus(of: other.path)
    else { return false }
    return mine.st_dev == theirs.st_dev && mine.st_ino == theirs.st_ino
  }

  public var escapedPath: String { path.showingBytes }
}
