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

  /// The path for people and other programs to read: a byte that is no text is shown as `\xE4`.
  public var shownPath: String { path.showingBytes }
}
