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
    case .badClose: "the reason for closing is none that may be sent"
    case .badControlFrame: "a frame about the connection is in pieces or too long"
    case .badLength: "a length is told in more bytes than it needs"
    case .masked: "a server's frames have no mask"
    case .messageNotEnded: "a message begins before the last one has ended"
    case .notMasked: "a client's frames have a mask"
    case .notUTF8: "a text is not UTF-8"
    case .nothingToContinue: "a message goes on that has not begun"
    case .reservedBits: "no extension was agreed on"
    case .reservedKind(let kind): "there are no frames of the kind \(kind)"
    case .tooLarge(let limit): "more than \(limit) bytes are not taken at once"
    }
  }
}
