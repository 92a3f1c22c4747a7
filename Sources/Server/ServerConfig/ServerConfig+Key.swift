public import Foundation
import POSIX

extension ServerConfig {
  /// Returns `true` if others than the owner and its group can read the key; `false` if missing.
  public static func othersCanRead(key file: URL) -> Bool {
    ((try? fileStatus(of: file.path))?.st_mode ?? 0) & 0o004 != 0
  }
}
