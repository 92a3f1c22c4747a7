public import HTTPMessages
public import ServerRouter
public import WebSocketServer

/// Realtime transcription over a websocket, compatible with OpenAI's API. Nothing is stored.
public struct RealtimeMiddleware: Sendable {
  private let fail: @Sendable (String) -> Void
  private let limits: RealtimeLimits
  private let webSockets: WebSockets

  public init(
    _ webSockets: WebSockets, limits: RealtimeLimits = RealtimeLimits(),
    fail: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.fail = fail
    self.limits = limits
    self.webSockets = webSockets
  }

  public func connect(_ asked: RealtimeRequest, _ request: HTTPRequest) throws -> HTTPResponse {
    var socketLimits = WebSocketLimits()
    socketLimits.parser.frame = limits.eventByteCount
    socketLimits.parser.message = limits.eventByteCount
    // Browsers can't set headers on a websocket request; they name a subprotocol instead.
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
