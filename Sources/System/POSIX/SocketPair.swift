import Glibc

/// Two connected sockets. Unlike pipes, they raise no `SIGPIPE`, and are close-on-exec at once.
public struct SocketPair: ~Copyable, Sendable {
  public let far: Descriptor
  public let near: Descriptor

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

  public consuming func closingFar() -> Descriptor { near }
}
