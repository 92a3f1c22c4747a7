import ConcurrencyExtras
import Dependencies
public import HTTPMessages
import WebSocketProtocol
public import ServerRouter

/// The websockets of a server, which it closes when it stops.
public final class WebSockets: Sendable {
  private struct State {
    var isClosed = false
    var nextID = 0
    var open: [Int: WebSocket] = [:]
  }

  private let limit: Int
  private let state = Protected(State())

  /// - Parameter limit: How many may be open. Each may have sound on the disk, and a large message on
  ///   its way.
  public init(limit: Int = 500) {
    self.limit = limit
  }

  /// How many are open.
  public var count: Int { state.withLock { $0.open.count } }

  /// Answers a request for a websocket.
  ///
  /// - Parameters:
  ///   - request: What asks for it.
  ///   - protocols: The protocols within that are spoken here. One is agreed on where the client
  ///     names it.
  ///   - limits: What the client may do.
  ///   - speak: What is said. It reads all that comes until there is no more; while it does, it is
  ///     seen when the client has left. In a task that is cancelled, it ends. What it throws closes
  ///     the connection: a ``WebSocketClose`` with that reason.
  /// - Throws: Where the request is none for a websocket, or too many are open.
  public func accept(
    _ request: HTTPRequest, protocols: Set<String> = [],
    limits: WebSocketLimits = WebSocketLimits(),
    speak: @escaping @Sendable (WebSocket) async throws -> Void
  ) throws(ServerProblem) -> HTTPResponse {
    let asked = try WebSocketRequest(request)
    guard count < limit
    else {
      throw ServerProblem(
        .serviceUnavailable, "Too many connections",
        detail: "the limit of \(limit) open WebSocket connections is reached: try again later")
    }
    // The connection leaves HTTP in a task that knows nothing of this one.
    return withEscapedDependencies { dependencies in
      var response = HTTPResponse(
        .switchingProtocols,
        headers: ["Sec-WebSocket-Accept": asked.accept, "Upgrade": "websocket"],
        content: .upgrade { [self] connection in
          await dependencies.yield {
            let socket = WebSocket(connection, limits: limits)
            let id = insert(socket)
            await socket.run(speak)
            remove(id)
          }
        })
      response.headers["Sec-WebSocket-Protocol"] = asked.protocols.first(where: protocols.contains)
      return response
    }
  }

  /// Closes all of them, and those that begin later at once.
  public func close() {
    let sockets = state.withLock { state in
      state.isClosed = true
      return Array(state.open.values)
    }
    for socket in sockets { socket.leave() }
  }

  private func insert(_ socket: WebSocket) -> Int {
    let (id, isClosed) = state.withLock { state in
      state.nextID += 1
      state.open[state.nextID] = socket
      return (state.nextID, state.isClosed)
    }
    if isClosed { socket.leave() }
    return id
  }

  private func remove(_ id: Int) {
    state.withLock { _ = $0.open.removeValue(forKey: id) }
  }
}
