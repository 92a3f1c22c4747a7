import Glibc

/// Why a call of the system failed: its error number, and the system's words for it.
public struct SystemError: Error, Hashable, Sendable {
  /// The system's error number, such as `ENOENT`.
  public let code: Int32
  /// What failed, where that is worth telling: the program that was to be started, or a call.
  public let subject: String?

  /// An error of which the number is known.
  public init(code: Int32, subject: String? = nil) {
    self.code = code
    self.subject = subject
  }

  /// The error of the call that has just failed on this thread.
  public static var latest: SystemError { SystemError(code: errno) }

  /// Whether there was no room for what was to be written: the disk or a quota is full, or a limit
  /// on the size of files is reached.
  public var isForLackOfSpace: Bool { [EDQUOT, EFBIG, ENOSPC].contains(code) }

  /// The system's words, such as "No such file or directory".
  public var reason: String { String(cString: strerror(code)) }

  /// Calls the system, again for as long as signals interrupt it.
  ///
  /// - Parameter call: Returns a negative number, with `errno` set, when it fails.
  /// - Returns: What the call returned.
  @discardableResult
  public static func check<Number: SignedInteger>(
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

extension SystemError: CustomStringConvertible {
  /// One line: the system's words and, where it is known, what failed.
  public var description: String { subject.map { "\($0): \(reason)" } ?? reason }
}
