public import NetworkAddresses
import POSIX

public final class TCPServer: Sendable {
  public let port: UInt16

  private let connections: TCPConnections
  private let report: @Sendable (String) -> Void
  private let socket: Descriptor

  /// Binds the address; clients wait until ``run(_:)``. At the limit, an idle one is replaced.
  public init(
    _ listener: Listener, connectionCount: Int = 32,
    reporting report: @escaping @Sendable (String) -> Void = { _ in }
  ) throws(HTTPServerError) {
    self.report = report
    socket = try listener.listen()
    port = boundPort(socket.number)
    connections = TCPConnections(limit: connectionCount)
  }

  /// Handles each client in a task. Throws `CancellationError` once canceled and all are done.
  public func run(_ converse: @escaping @Sendable (TCPConnection) async -> Void) async throws {
    try await withThrowingDiscardingTaskGroup { group in
      var acceptor = Acceptor(OpenSocket(socket.number), reporting: report)
      while true {
        let connection = TCPConnection(try await acceptor.next(), in: connections)
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
}
