package import Foundation
import Glibc
import POSIX

package struct DiskSpace: Sendable {
  package var available: @Sendable (_ url: URL) -> Int64?

  package init(available: @escaping @Sendable (_ url: URL) -> Int64?) {
    self.available = available
  }

  package static let system = Self { url in
    var info = statvfs()
    guard statvfs(url.deletingLastPathComponent().path.systemPath, &info) == 0
    else { return nil }
    return Int64(clamping: UInt64(info.f_bavail) &* UInt64(info.f_frsize))
  }

  /// Keeps room for the encoded recording, usually half the draft's size, and the library.
  func isEnough(for url: URL, draftByteCount: Int64) -> Bool {
    guard let available = available(url)
    else { return true }
    return available > 16_000_000 + draftByteCount / 2
  }
}
