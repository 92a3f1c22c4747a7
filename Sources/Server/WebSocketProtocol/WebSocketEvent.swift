public enum WebSocketEvent: Hashable, Sendable {
  case message(WebSocketMessage)
  case ping([UInt8])
  case pong([UInt8])
  case close(WebSocketClose?)

  /// Encodes a single frame. A client must pass a new mask each time, a server none.
  public func encoded(mask: UInt32? = nil) -> [UInt8] {
    let frame =
      switch self {
      case .message(.text(let text)): WebSocketFrame(.text, Array(text.utf8), mask: mask)
      case .message(.binary(let bytes)): WebSocketFrame(.binary, bytes, mask: mask)
      case .ping(let bytes): WebSocketFrame(.ping, bytes.shortened, mask: mask)
      case .pong(let bytes): WebSocketFrame(.pong, bytes.shortened, mask: mask)
      case .close(let close): WebSocketFrame(.close, close?.payload ?? [], mask: mask)
      }
    return frame.encoded()
  }
}

public enum WebSocketMessage: Hashable, Sendable {
  case text(String)
  case binary([UInt8])
}

public struct WebSocketClose: Error, Hashable, Sendable {
  /// A code of RFC 6455, section 7.4.
  public struct Code: Hashable, RawRepresentable, Sendable {
    public let rawValue: UInt16

    public init(rawValue: UInt16) {
      self.rawValue = rawValue
    }

    public static let normal = Self(rawValue: 1_000)
    public static let goingAway = Self(rawValue: 1_001)
    public static let protocolError = Self(rawValue: 1_002)
    public static let unsupported = Self(rawValue: 1_003)
    public static let notText = Self(rawValue: 1_007)
    public static let tooLarge = Self(rawValue: 1_009)
    public static let failed = Self(rawValue: 1_011)

    /// `false` for codes that must not be sent.
    public var isSent: Bool {
      switch rawValue {
      case 1_000...1_003, 1_007...1_014, 3_000...4_999: true
      default: false
      }
    }
  }

  public var code: Code
  public var reason: String

  public init(_ code: Code, _ reason: String = "") {
    self.code = code
    self.reason = reason
  }

  fileprivate var payload: [UInt8] {
    var text = reason[...]
    while text.utf8.count > WebSocketFrame.controlLimit - 2 { text.removeLast() }
    return [UInt8(code.rawValue >> 8), UInt8(code.rawValue & 0xff)] + Array(text.utf8)
  }
}

extension [UInt8] {
  fileprivate var shortened: [UInt8] { Array(prefix(WebSocketFrame.controlLimit)) }
}
