public import HTTPMessages
public import ServerRouter
public import WebSocketServer

/// Realtime transcription over a websocket, compatible with OpenAI's API. Nothing is stored.
public struct RealtimeMiddleware: Sendable {
  private let limits: RealtimeLimits
  private let webSockets: WebSockets

  public init(_ webSockets: WebSockets, limits: RealtimeLimits = RealtimeLimits()) {
    self.limits = limits
    self.webSockets = webSockets
  }

  public func connect(_ asked: RealtimeRequest, _ request: HTTPRequest) throws -> HTTPResponse {
    guard asked.intent ?? RealtimeRequest.transcription == RealtimeRequest.transcription
    else {
      throw ServerProblem.invalidRequest(
        "'intent' must be '\(RealtimeRequest.transcription)': this server only transcribes")
    }
    var socketLimits = WebSocketLimits()
    socketLimits.parser.frame = limits.eventByteCount
    socketLimits.parser.message = limits.eventByteCount
    // Browsers can't set headers on a websocket request; they name a subprotocol instead.
    let isOld =
      request.headers.list(of: "OpenAI-Beta").contains("realtime=v1")
      || request.headers.list(of: "Sec-WebSocket-Protocol").contains("openai-beta.realtime-v1")
    return try webSockets.accept(request, protocols: ["realtime"], limits: socketLimits) { socket in
      try await converse(socket, RealtimeOutput(socket, isOld: isOld), model: asked.model)
    }
  }

  /// Makes transcripts one at a time. Returns and discards the rest when the client disconnects.
  private func converse(
    _ socket: WebSocket, _ output: RealtimeOutput, model: String?
  ) async throws {
    let (items, queue) = AsyncStream.makeStream(
      of: RealtimeItem.self, bufferingPolicy: .bufferingOldest(limits.waitingCount))
    try await withThrowingTaskGroup(of: Void.self) { group in
      defer { group.cancelAll() }
      group.addTask {
        let transcriber = RealtimeTranscriber(output)
        for await item in items { try await transcriber.transcribe(item) }
      }
      var handler = RealtimeEventHandler(output, queue, model: model, limits)
      try await handler.begin()
      while let message = try await socket.next() { try await handler.handle(message) }
    }
  }
}
