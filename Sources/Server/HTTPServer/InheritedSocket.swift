import Glibc
import POSIX

/// A socket that listens already when the program starts: as systemd hands one over, see
/// sd_listen_fds(3).
public struct InheritedSocket: Equatable, Sendable {
  public let descriptor: Int32
  /// The address that it listens on, in digits.
  public let host: String
  public let port: UInt16

  /// The first one that is handed over has this number.
  static let first: Int32 = 3

  /// - Parameter environment: What the process was started with.
  /// - Returns: `nil` where none is meant for this process.
  /// - Throws: ``HTTPServerError/notAListener(reason:)`` for what cannot be served on.
  public static func handedOver(
    _ environment: [String: String]
  ) throws(HTTPServerError) -> Self? {
    // Another process's variables may have been inherited, and not its sockets.
    guard environment["LISTEN_PID"] == "\(getpid())",
      let count = environment["LISTEN_FDS"].flatMap(Int.init), count > 0
    else { return nil }
    guard count == 1
    else { throw .notAListener(reason: "\(count) sockets were passed, but only one is supported") }
    return try Self(descriptor: first)
  }

  init(descriptor: Int32) throws(HTTPServerError) {
    var isListening: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    guard
      getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &isListening, &size) == 0, isListening == 1
    else { throw .notAListener(reason: "the inherited descriptor is not a listening socket") }
    var address = sockaddr_storage()
    size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let host = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getsockname(descriptor, $0, &size) == 0
          && [AF_INET, AF_INET6].contains(Int32($0.pointee.sa_family)) ? text(of: $0) : ""
      }
    }
    guard !host.isEmpty
    else { throw .notAListener(reason: "the inherited socket has no IP address") }
    // Neither for programs that this one starts, nor to be waited for: another process that has the
    // socket may have taken a connection.
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    self.descriptor = descriptor
    self.host = host
    port = boundPort(descriptor)
  }
}
