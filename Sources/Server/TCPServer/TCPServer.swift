import ConcurrencyExtras
import Glibc
public import HTTPServer
import POSIX

/// Listens for clients that speak a protocol of their own, over TCP.
public final class TCPServer: Sendable {
  /// The port that it listens on.
  public let port: UInt16

  private let connectionCount: Int
  private let listener: HTTPAddress.Listener

  /// Begins to listen: clients can connect, and wait for ``run(_:)``.
  ///
  /// - Parameters:
  ///   - address: Where to listen.
  ///   - connectionCount: How many clients there may be at once. Others are turned away.
  public init(_ address: HTTPAddress, connectionCount: Int = 32) throws(HTTPServerError) {
    let listener = try address.listen()
    port = listener.port
    self.listener = listener
    self.connectionCount = connectionCount
  }

  /// Has each client spoken to, in a task of its own, until the task is cancelled.
  ///
  /// - Parameter converse: Speaks with a client. When it returns, the connection is closed.
  /// - Throws: What the system says where there can be no more clients, and `CancellationError` in a
  ///   task that is cancelled, when nobody is spoken to any more.
  public func run(_ converse: @escaping @Sendable (TCPConnection) async -> Void) async throws {
    let count = LockIsolated(0)
    try await withThrowingDiscardingTaskGroup { group in
      let socket = OpenSocket(listener.descriptor.number)
      while true {
        try Task.checkCancellation()
        guard let connection = try await accepted()
        else {
          await socket.waitForInput()
          continue
        }
        // One that is turned away is closed as its value goes.
        guard count.value < connectionCount
        else { continue }
        count.withValue { $0 += 1 }
        group.addTask {
          await converse(connection)
          connection.end()
          count.withValue { $0 -= 1 }
        }
      }
    }
  }

  /// A client that waits, or `nil` where none does.
  private func accepted() async throws -> TCPConnection? {
    do throws(SystemError) {
      let number = try SystemError.check { accept(listener.descriptor.number, nil, nil) }
      let descriptor = Descriptor(owning: number)
      // What does both at once is invisible to Swift.
      try SystemError.check { fcntl(number, F_SETFD, FD_CLOEXEC) }
      return TCPConnection(descriptor)
    } catch {
      switch error.code {
      case EAGAIN, ECONNABORTED, EHOSTDOWN, EHOSTUNREACH, ENETDOWN, ENETUNREACH, ENONET,
        ENOPROTOOPT,
        EOPNOTSUPP, EPERM, EPROTO:
        // Linux tells here what is wrong with the new connection.
        return nil
      case EMFILE, ENFILE, ENOBUFS, ENOMEM:
        // It goes on when others have closed something.
        try await Task.sleep(for: .seconds(1))
        return nil
      default:
        throw error
      }
    }
  }
}

/// A client that has connected. The connection is closed when this value is gone.
public final class TCPConnection: Sendable {
  private let descriptor: Descriptor
  private let socket: OpenSocket

  init(_ descriptor: consuming Descriptor) {
    socket = OpenSocket(descriptor.number)
    var yes: Int32 = 1
    // A client whose machine is gone without a word is found out.
    setsockopt(
      descriptor.number, SOL_SOCKET, SO_KEEPALIVE, &yes, socklen_t(MemoryLayout<Int32>.size))
    self.descriptor = descriptor
  }

  /// Tells the client that this is the end, even where a program that another thread has started at
  /// the wrong moment has the connection, too.
  fileprivate func end() { shutdown(descriptor.number, Int32(SHUT_RDWR)) }

  /// What has come, once something has; `nil` at the end. In a task that is cancelled it throws, and
  /// has taken nothing.
  public func read() async throws -> ArraySlice<UInt8>? { try await socket.read() }

  /// Sends all of the bytes, and returns when the system has taken them.
  public func write(_ bytes: [UInt8]) async throws { try await socket.write(bytes) }
}
