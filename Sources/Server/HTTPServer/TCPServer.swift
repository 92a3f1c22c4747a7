import Glibc
public import NetworkAddresses
import POSIX

public final class TCPServer: Sendable {
  public let port: UInt16

  private let connections: TCPConnections
  private let socket: Descriptor

  /// Binds the address; clients wait until ``run(_:)``. At the limit, an idle one is replaced, if
  /// any.
  public init(_ listener: Listener, connectionCount: Int = 32) throws(HTTPServerError) {
    socket = try listener.listen()
    port = boundPort(socket.number)
    connections = TCPConnections(limit: connectionCount)
  }

  /// Handles each client in a task. Throws system errors, or `CancellationError` once all are done.
  public func run(_ converse: @escaping @Sendable (TCPConnection) async -> Void) async throws {
    try await withThrowingDiscardingTaskGroup { group in
      let input = OpenSocket(socket.number)
      while true {
        try Task.checkCancellation()
        guard let connection = try await accepted()
        else {
          await input.waitForInput()
          continue
        }
        guard connections.add(connection)
        else { continue }
        group.addTask { [connections] in
          await converse(connection)
          connection.end()
          connections.remove(connection)
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
      return TCPConnection(descriptor, in: connections)
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
