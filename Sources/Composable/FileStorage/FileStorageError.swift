public import Foundation
import POSIX

/// Why a file could not be read, written, locked or watched.
///
/// Its description is one line with the file, the problem and a fix.
public struct FileStorageError: Error, Hashable, Sendable {
  /// The attempted operation.
  public enum Operation: String, Hashable, Sendable {
    /// To delete a file.
    case delete
    /// To lock a file.
    case lock
    /// To make a folder.
    case makeFolder = "make the folder"
    /// To move a file aside.
    case quarantine
    /// To read a file or its stamp.
    case read
    /// To watch a file.
    case watch
    /// To write a file.
    case write
  }

  /// The problem.
  public enum Reason: Hashable, Sendable {
    /// The file is not as it was expected: it has been changed since.
    case changed
    /// Any other failure of the system, with its error number.
    case io(Int32)
    /// A folder exists in place of the file.
    case isDirectory
    /// The name or the path is longer than the file system allows.
    case nameTooLong
    /// A lock was requested while another lock was held.
    case nestedLock
    /// The folder does not exist and could not be made.
    case noFolder
    /// The disk is full, or a quota or a limit on the size of files is reached.
    case noSpace
    /// Something above the file, which should be a folder, is not one.
    case notAFolder
    /// The path is a device, a pipe or a socket.
    case notARegularFile
    /// The URL does not name a file.
    case notAFileURL
    /// The system's permissions do not allow it.
    case permission
    /// The file system is mounted read-only.
    case readOnly
    /// The system's limit on watched folders, or on open files, is reached.
    case tooManyWatches
  }

  /// The attempted operation.
  public let operation: Operation
  /// The problem.
  public let reason: Reason
  /// The file in question.
  public let url: URL
  /// The stamp of the new content if a write failed after replacing the file: the content may not
  /// survive a crash of the machine. `nil` if the file is unchanged.
  public let written: FileStamp?

  /// An error of a storage.
  ///
  /// - Parameters:
  ///   - reason: The problem.
  ///   - operation: The attempted operation.
  ///   - url: The file in question.
  ///   - written: The stamp of the content, if it was written nevertheless.
  public init(_ reason: Reason, operation: Operation, url: URL, written: FileStamp? = nil) {
    self.operation = operation
    self.reason = reason
    self.url = url
    self.written = written
  }

  init(errno code: Int32, operation: Operation, path: String, written: FileStamp? = nil) {
    self.init(
      Reason(errno: code, operation: operation), operation: operation,
      url: URL(fileURLWithPath: path), written: written)
  }
}

extension FileStorageError: CustomStringConvertible, LocalizedError {
  /// One line with the file, the problem and a fix.
  public var description: String {
    let name = url.isFileURL ? url.path.showingBytes : url.absoluteString
    return "Cannot \(operation.rawValue) '\(name)': \(reason)."
  }

  /// The same line as ``description``.
  public var errorDescription: String? { description }
}

extension FileStorageError.Reason: CustomStringConvertible {
  /// The problem and a fix, as the end of a sentence.
  public var description: String {
    switch self {
    case .changed:
      "it has been changed since it was loaded; load it again"
    case .io(let code):
      SystemError(code: code).reason
    case .isDirectory:
      "it is a folder; choose another name or move the folder away"
    case .nameTooLong:
      "the name is too long; choose a shorter one"
    case .nestedLock:
      "a file is locked by this code already; lock one at a time"
    case .noFolder:
      "its folder does not exist and could not be made; make it"
    case .noSpace:
      "the disk or the quota is full; free some space"
    case .notAFolder:
      "something on the way to it is a file and not a folder; choose another folder"
    case .notARegularFile:
      "it is a device, a pipe or a socket; choose another file"
    case .notAFileURL:
      "this does not name a file; use a file URL"
    case .permission:
      "permission is denied; check who owns the file and its folder"
    case .readOnly:
      "the file system is read-only; choose another folder"
    case .tooManyWatches:
      "too many files are open or watched; raise fs.inotify.max_user_watches or ulimit -n"
    }
  }

  init(errno code: Int32, operation: FileStorageError.Operation) {
    self =
      switch code {
      case EACCES, EPERM: .permission
      case EDQUOT, EFBIG: .noSpace
      case EISDIR: .isDirectory
      case EMFILE, ENFILE: .tooManyWatches
      case ENAMETOOLONG: .nameTooLong
      case ENOENT: .noFolder
      case ENOSPC: operation == .watch ? .tooManyWatches : .noSpace
      case ENOTDIR: .notAFolder
      case EROFS: .readOnly
      default: .io(code)
      }
  }
}
