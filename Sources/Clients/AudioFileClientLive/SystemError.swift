import AudioFileClient
import Foundation
import Glibc

/// A system call's error number.
struct SystemError: Error {
  let code: Int32

  /// Calls `body` again while a signal interrupts it, and throws when it returns a negative value.
  @discardableResult
  static func check<Value: SignedInteger>(_ body: () -> Value) throws(SystemError) -> Value {
    while true {
      let value = body()
      if value >= 0 { return value }
      guard errno == EINTR
      else { throw SystemError(code: errno) }
    }
  }

  /// The error for a caller, who knows a file and not a system call.
  func audioFileError(path: String) -> AudioFileError {
    switch code {
    case EACCES, EPERM, EROFS:
      .permissionDenied(path: path)
    case EDQUOT, EFBIG, ENOSPC:
      .noSpace(path: path)
    case EEXIST:
      .destinationExists(path: path)
    case EISDIR:
      .isDirectory(path: path)
    case ENOENT, ENOTDIR:
      .missing(path: path)
    case ENXIO:
      .notRegularFile(path: path)
    default:
      .io(path: path, reason: String(cString: strerror(code)))
    }
  }
}
