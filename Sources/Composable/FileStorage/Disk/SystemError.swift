import Foundation

/// What went wrong below a ``FileStorage``, not yet bound to a file.
struct SystemError: Error {
  let reason: Kind

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

  /// The system's error number; 0 for what the system has nothing to do with.
  var code: Int32 {
    if case .code(let code) = reason { code } else { 0 }
  }

  func told(of path: FilePath, operation: FileStorageError.Operation) -> FileStorageError {
    switch reason {
    case .code(let code):
      FileStorageError(errno: code, operation: operation, path: path.string)
    case .known(let reason):
      FileStorageError(reason, operation: operation, url: URL(fileURLWithPath: path.string))
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
