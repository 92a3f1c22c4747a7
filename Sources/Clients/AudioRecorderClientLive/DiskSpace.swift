package import Foundation
import Glibc
import POSIX

/// How much room a recording has.
package struct DiskSpace: Sendable {
  /// The bytes that may still be written to the disk of a file; `nil` where that is not known.
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

  /// Whether a draft of that length may grow: what is left must hold the recording that is made
  /// of it, half as large as a rule, and what the library writes.
  func isEnough(for url: URL, draftByteCount: Int64) -> Bool {
    guard let available = available(url)
    else { return true }
    return available > 16_000_000 + draftByteCount / 2
  }
}
