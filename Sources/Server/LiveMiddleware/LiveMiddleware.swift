public import HTTPMessages
import SpeechClient
import WebSocketProtocol
public import WebSocketServer

/// Live text over a WebSocket: mono 16-bit little-endian PCM at 16 kHz. Nothing is stored.
public struct LiveMiddleware: Sendable {
  private let webSockets: WebSockets

  static let messageByteCount = 30 * 2 * SpeechAudio.sampleRate

  public init(_ webSockets: WebSockets) {
    self.webSockets = webSockets
  }

  public func connect(_ request: HTTPRequest) throws -> HTTPResponse {
    var limits = WebSocketLimits()
    limits.parser.frame = Self.messageByteCount
    limits.parser.message = Self.messageByteCount
    return try webSockets.accept(request, limits: limits) { socket in
      try await LiveConversation(socket).run()
    }
  }
}
