public import Foundation
import POSIX

extension URL {
  /// When the content of the file at this place was last changed; `nil` where there is none.
  public var modificationDate: Date? {
    (try? fileStatus(of: path)).map { status in
      Date(
        timeIntervalSince1970: Double(status.st_mtim.tv_sec)
          + Double(status.st_mtim.tv_nsec) / 1_000_000_000)
    }
  }

  /// Whether one file stands at both places, by whatever links.
  public func isSameFile(as other: URL) -> Bool {
    guard let mine = try? fileStatus(of: path), let theirs = try? fileStatus(of: other.path)
    else { return false }
    return mine.st_dev == theirs.st_dev && mine.st_ino == theirs.st_ino
  }

  /// The path for people and other programs to read: a byte that is no text is shown as `\xE4`.
  public var shownPath: String { path.showingBytes }
}
