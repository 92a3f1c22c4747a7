public import HTTPMessages
import SpeechClient
import WebSocketProtocol
public import WebSocketServer

/// Tells the words of somebody who speaks while they are said, over a websocket: the engine's own live
/// text, which comes sooner than transcripts of pieces would.
///
/// The client sends its sound as bytes: 16 kHz, one channel, whole numbers of 16 bits, the low byte
/// first. It is told all words so far whenever they change, as ``LiveEvent``. Nothing of it is kept.
public struct LiveMiddleware: Sendable {
  private let fail: @Sendable (String) -> Void
  private let webSockets: WebSockets

  /// How large a message may be: half a minute of sound.
  static let messageByteCount = 30 * 2 * SpeechAudio.sampleRate

  /// - Parameters:
  ///   - webSockets: All that are open.
  ///   - fail: Told what went wrong here while a client was connected.
  public init(
    _ webSockets: WebSockets, fail: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.fail = fail
    self.webSockets = webSockets
  }

  /// Lets a client speak.
  public func connect(_ request: HTTPRequest) throws -> HTTPResponse {
    var limits = WebSocketLimits()
    limits.parser.frame = Self.messageByteCount
    limits.parser.message = Self.messageByteCount
    return try webSockets.accept(request, limits: limits) { [fail] socket in
      try await LiveConversation(socket, fail).run()
    }
  }
}
