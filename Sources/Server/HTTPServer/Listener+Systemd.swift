import Glibc
public import NetworkAddresses
import POSIX

extension Listener {
  /// The socket that systemd passes to the process, if any: sd_listen_fds(3).
  public static func fromSystemd(
    _ environment: [String: String]
  ) throws(HTTPServerError) -> Self? {
    // The variables may be inherited from another process, without its sockets.
    guard environment["LISTEN_PID"] == "\(getpid())",
      let count = environment["LISTEN_FDS"].flatMap(Int.init), count > 0
    else { return nil }
    guard count == 1
    else { throw .notAListener(reason: "\(count) sockets were passed, but only one is supported") }
    return try Self(inherited: 3)
  }

  private init(inherited descriptor: Int32) throws(HTTPServerError) {
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
    // Not inherited by children. `accept` must not block if another process is faster.
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    self.init(host: host, port: boundPort(descriptor), descriptor: descriptor)
  }
}
