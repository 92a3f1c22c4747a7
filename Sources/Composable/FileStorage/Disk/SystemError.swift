import Foundation

/// What went wrong below a ``FileStorage``, not yet bound to a file.
struct SystemError: Error {
  let reason: Kind
  /// What stands in the file, where it was replaced before the failure.
  var written: FileStamp?

  enum Kind {
    case code(Int32)
    case known(FileStorageError.Reason)
  }

  init(code: Int32) {
    reason = .code(code)
  }

  init(_ reason: FileStorageError.Reason) {
    self.reason = .known(reason)
  }

  /// An error that came after the file had been replaced.
  init(_ error: SystemError, written: FileStamp) {
    reason = error.reason
    self.written = written
  }

  /// The system's error number; 0 for what the system has nothing to do with.
  var code: Int32 {
    if case .code(let code) = reason { code } else { 0 }
  }

  func told(of path: FilePath, operation: FileStorageError.Operation) -> FileStorageError {
    switch reason {
    case .code(let code):
      FileStorageError(errno: code, operation: operation, path: path.string, written: written)
    case .known(let reason):
      FileStorageError(
        reason, operation: operation, url: URL(fileURLWithPath: path.string), written: written)
    }
  }

  /// Calls the system again for as long as signals interrupt it.
  @discardableResult
  static func check<Number: SignedInteger>(
    _ call: () -> Number
  ) throws(SystemError) -> Number {
    while true {
      let result = call()
      if result >= 0 { return result }
      guard errno == EINTR
      else { throw SystemError(code: errno) }
    }
  }
}
