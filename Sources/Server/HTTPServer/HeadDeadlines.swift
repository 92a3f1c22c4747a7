import Glibc
import POSIX

/// Connections that wait for a head. libmicrohttpd's own timeout starts anew with every byte.
final class HeadDeadlines: Sendable {
  private struct Head {
    let socket: Int32
    let deadline: ContinuousClock.Instant
  }

  private let heads = Mutex<[Int: Head]>([:])

  func begin(of connection: OpaquePointer, in time: Duration) {
    guard let socket = socketNumber(of: connection)
    else { return }
    let (key, head) = (Int(bitPattern: connection), Head(socket: socket, deadline: .now + time))
    heads.withLock { $0[key] = head }
  }

  /// Must be called before the connection's socket is closed.
  func end(of connection: OpaquePointer) {
    let key = Int(bitPattern: connection)
    heads.withLock { $0[key] = nil }
  }

  func shutDownOverdue() {
    let now = ContinuousClock.now
    // Under the lock, so the numbers are not those of later sockets.
    heads.withLock { heads in
      for (key, head) in heads where head.deadline <= now {
        shutdown(head.socket, Int32(SHUT_RDWR))
        heads[key] = nil
      }
    }
  }
}
