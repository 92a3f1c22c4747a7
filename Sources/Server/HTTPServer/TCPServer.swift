public import NetworkAddresses
import POSIX

public final class TCPServer: Sendable {
  public let port: UInt16

  private let connections: TCPConnections
  private let socket: Descriptor

  /// Binds the address; clients wait until ``run(_:)``. A new one can replace an idle one at the limit.
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
        let connection = TCPConnection(try await input.accept(), in: connections)
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
