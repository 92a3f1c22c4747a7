public import Foundation
import POSIX

extension ServerConfig {
  /// Whether users besides its owner and its group can read a TLS key. `false` for a missing file,
  /// which is reported when it is read.
  public static func canOthersRead(key file: URL) -> Bool {
    ((try? fileStatus(of: file.path))?.st_mode ?? 0) & 0o004 != 0
  }
}
