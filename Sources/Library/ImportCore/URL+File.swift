public import Foundation
import POSIX

extension URL {
  public var modificationDate: Date? {
    (try? fileStatus(of: path)).map { Date(timeIntervalSince1970: $0.modificationTime) }
  }

  public func isSameFile(as other: URL) -> Bool {
    guard let mine = try? fileStatus(of: path), let theirs = try? fileStatus(of: other.path)
    else { return false }
    return mine.st_dev == theirs.st_dev && mine.st_ino == theirs.st_ino
  }

  public var escapedPath: String { path.showingBytes }
}
