import Glibc

/// Two ends of a stream. A pair of sockets and not a pipe: writing to one whose reader is gone can
/// be told not to raise `SIGPIPE`, and only these can be opened in Swift so that a program that
/// another thread starts at the same moment does not inherit them.
public struct SocketPair: ~Copyable, Sendable {
  /// The end for another program.
  public let far: Descriptor
  /// The end for this one.
  public let near: Descriptor

  /// Opens both ends.
  public init() throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    do throws(SystemError) {
      try SystemError.check {
        socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends)
      }
    } catch {
      throw SystemError(code: error.code, subject: "socketpair")
    }
    near = Descriptor(owning: ends[0])
    far = Descriptor(owning: ends[1])
  }

  /// The near end, with the far one closed.
  public consuming func closingFar() -> Descriptor { near }
}
