public enum WebSocketError: Error, Hashable, Sendable {
  case badClose
  case badControlFrame
  case badLength
  case masked
  case messageNotEnded
  case notMasked
  case notUTF8
  case nothingToContinue
  case reservedBits
  case reservedKind(UInt8)
  case tooLarge(limit: Int)

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
