/// What is wrong with what the other end has sent.
public enum WebSocketError: Error, Hashable, Sendable {
  /// A close says why in a way that is none.
  case badClose
  /// A frame about the connection is in pieces, or too long.
  case badControlFrame
  /// A length is told in more bytes than it needs.
  case badLength
  /// A server's bytes are as if they were a client's.
  case masked
  /// A message begins within another.
  case messageNotEnded
  /// A client's bytes are not changed by a mask.
  case notMasked
  /// A text is none.
  case notUTF8
  /// A message goes on that has not begun.
  case nothingToContinue
  /// Bits are set that only extensions set.
  case reservedBits
  /// There are no frames of that kind.
  case reservedKind(UInt8)
  /// A frame, or a message, has more bytes than it may.
  case tooLarge(limit: Int)

  /// What the other end is told of it.
  public var close: WebSocketClose {
    let code: WebSocketClose.Code =
      switch self {
      case .notUTF8: .notText
      case .tooLarge: .tooLarge
      default: .protocolError
      }
    return WebSocketClose(code, description)
  }
}

extension WebSocketError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .badClose: "a close frame is invalid"
    case .badControlFrame: "a control frame is fragmented or too long"
    case .badLength: "a length is not in its shortest form"
    case .masked: "frames from a server must not be masked"
    case .messageNotEnded: "a message started before the previous one ended"
    case .notMasked: "frames from a client must be masked"
    case .notUTF8: "a text message is not valid UTF-8"
    case .nothingToContinue: "a continuation frame belongs to no message"
    case .reservedBits: "reserved bits are set without an extension"
    case .reservedKind(let kind): "unknown frame type \(kind)"
    case .tooLarge(let limit): "a message is larger than the limit of \(limit) bytes"
    }
  }
}
