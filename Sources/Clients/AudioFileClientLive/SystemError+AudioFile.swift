import AudioFileClient
import Foundation
import POSIX

extension SystemError {
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
      .io(path: path, reason: reason)
    }
  }
}
