import ConcurrencyExtras
import Glibc
public import NetworkAddresses
import POSIX

public final class TCPServer: Sendable {
  public let port: UInt16

  private let connectionCount: Int
  private let socket: Descriptor

  /// Binds the address; clients wait until ``run(_:)``. Excess clients are turned away.
  public init(_ listener: Listener, connectionCount: Int = 32) throws(HTTPServerError) {
    socket = try listener.listen()
    port = boundPort(socket.number)
    self.connectionCount = connectionCount
  }

  /// Handles each client in its own task, then closes the connection. Throws system errors, and
  /// `CancellationError` once all handlers have returned.
  public func run(_ converse: @escaping @Sendable (TCPConnection) async -> Void) async throws {
    let count = LockIsolated(0)
    try await withThrowingDiscardingTaskGroup { group in
      let input = OpenSocket(socket.number)
      while true {
        try Task.checkCancellation()
        guard let connection = try await accepted()
        else {
          await input.waitForInput()
          continue
        }
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

  private func accepted() async throws -> TCPConnection? {
    do throws(SystemError) {
      let number = try SystemError.check { accept(socket.number, nil, nil) }
      let descriptor = Descriptor(owning: number)
      // `accept4`, which does both at once, is not visible to Swift.
      try SystemError.check { fcntl(number, F_SETFD, FD_CLOEXEC) }
      return TCPConnection(descriptor)
    } catch {
      switch error.code {
      case EAGAIN, ECONNABORTED, EHOSTDOWN, EHOSTUNREACH, ENETDOWN, ENETUNREACH, ENONET,
        ENOPROTOOPT,
        EOPNOTSUPP, EPERM, EPROTO:
        // Linux reports errors of the new connection here.
        return nil
      case EMFILE, ENFILE, ENOBUFS, ENOMEM:
        try await Task.sleep(for: .seconds(1))
        return nil
      default:
        throw error
      }
    }
  }
}

public final class TCPConnection: Sendable {
  private let descriptor: Descriptor
  private let socket: OpenSocket

  init(_ descriptor: consuming Descriptor) {
    socket = OpenSocket(descriptor.number)
    var yes: Int32 = 1
    // Detects clients whose machine is gone.
    setsockopt(
      descriptor.number, SOL_SOCKET, SO_KEEPALIVE, &yes, socklen_t(MemoryLayout<Int32>.size))
    self.descriptor = descriptor
  }

  /// Ends the connection even if a program started in between has inherited the descriptor.
  fileprivate func end() { shutdown(descriptor.number, Int32(SHUT_RDWR)) }

  /// Returns received bytes, or `nil` at the end. Cancellation loses no bytes.
  public func read() async throws -> ArraySlice<UInt8>? { try await socket.read() }

  public func write(_ bytes: [UInt8]) async throws { try await socket.write(bytes) }
}
