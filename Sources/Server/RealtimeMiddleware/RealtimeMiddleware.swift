public import HTTPMessages
public import ServerRouter
public import WebSocketServer

/// Turns speech into text while it is spoken, as OpenAI's API does over a websocket, for the clients
/// that know it.
public struct RealtimeMiddleware: Sendable {
  private let fail: @Sendable (String) -> Void
  private let limits: RealtimeLimits
  private let webSockets: WebSockets

  /// - Parameters:
  ///   - webSockets: All that are open.
  ///   - limits: What a client may ask for.
  ///   - fail: Told what went wrong here while a client was connected.
  public init(
    _ webSockets: WebSockets, limits: RealtimeLimits = RealtimeLimits(),
    fail: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.fail = fail
    self.limits = limits
    self.webSockets = webSockets
  }

  /// Lets a client speak. Nothing of it is kept.
  public func connect(_ asked: RealtimeRequest, _ request: HTTPRequest) throws -> HTTPResponse {
    var socketLimits = WebSocketLimits()
    socketLimits.parser.frame = limits.eventByteCount
    socketLimits.parser.message = limits.eventByteCount
    // Pages cannot add fields to such a request: they name a protocol.
    let isOld =
      request.headers.list(of: "OpenAI-Beta").contains("realtime=v1")
      || request.headers.list(of: "Sec-WebSocket-Protocol").contains("openai-beta.realtime-v1")
    return try webSockets.accept(request, protocols: ["realtime"], limits: socketLimits) {
      [fail, limits] socket in
      let output = RealtimeOutput(socket, isOld: isOld)
      try await RealtimeConversation(socket, output, model: asked.model, limits, fail).run()
    }
  }
}
