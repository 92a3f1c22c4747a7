import Glibc

public struct SystemError: Error, Hashable, Sendable {
  public let code: Int32
  public let subject: String?

  public init(code: Int32, subject: String? = nil) {
    self.code = code
    self.subject = subject
  }

  public static var latest: SystemError { SystemError(code: errno) }

  public var isOutOfSpace: Bool { [EDQUOT, EFBIG, ENOSPC].contains(code) }

  public var reason: String { String(cString: strerror(code)) }

  /// Retries while signals interrupt the call, and throws `errno` if it returns a negative number.
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
  public var description: String { subject.map { "\($0): \(reason)" } ?? reason }
}
