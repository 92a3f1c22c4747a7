import Dependencies
public import HTTPMessages
import POSIX
public import ServerRouter

public final class WebSockets: Sendable {
  private struct State {
    var isClosed = false
    var open: [ObjectIdentifier: WebSocket] = [:]
  }

  /// Open sockets; each may have audio on disk and a large message in memory.
  private static let limit = 500
  private let state = Mutex(State())

  public init() {}

  public var count: Int { state.withLock { $0.open.count } }

  /// - Parameter handler: Must read until `next()` is `nil`. A thrown ``WebSocketClose`` is sent.
  public func accept(
    _ request: HTTPRequest, protocols: Set<String> = [],
    limits: WebSocketLimits = WebSocketLimits(),
    handler: @escaping @Sendable (WebSocket) async throws -> Void
  ) throws(ServerProblem) -> HTTPResponse {
    let asked = try WebSocketRequest(request)
    guard count < Self.limit
    else {
      throw ServerProblem(
        .serviceUnavailable, .tooManyConnections,
        detail: "the limit of \(Self.limit) open WebSocket connections is reached: try again later")
    }
    // The upgraded connection runs in a task that doesn't inherit dependencies.
    return withEscapedDependencies { dependencies in
      var response = HTTPResponse(
        .switchingProtocols,
        headers: ["Sec-WebSocket-Accept": asked.accept, "Upgrade": "websocket"],
        content: .upgrade { [self] connection in
          await dependencies.yield {
            let socket = WebSocket(connection, limits: limits)
            insert(socket)
            await socket.run(handler)
            remove(socket)
          }
        })
      response.headers["Sec-WebSocket-Protocol"] = asked.protocols.first(where: protocols.contains)
      return response
    }
  }

  public func close() {
    let sockets = state.withLock { state in
      state.isClosed = true
      return Array(state.open.values)
    }
    for socket in sockets { socket.stop() }
  }

  private func insert(_ socket: WebSocket) {
    let isClosed = state.withLock { state in
      state.open[ObjectIdentifier(socket)] = socket
      return state.isClosed
    }
    if isClosed { socket.stop() }
  }

  private func remove(_ socket: WebSocket) {
    state.withLock { $0.open[ObjectIdentifier(socket)] = nil }
  }
}
