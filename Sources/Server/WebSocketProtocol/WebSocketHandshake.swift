import Foundation
import Hashing

/// How a connection leaves HTTP for the WebSocket protocol: RFC 6455, section 4.
public enum WebSocketHandshake {
  /// What `Sec-WebSocket-Version` says.
  public static let version = "13"

  /// What a server shows of having understood a client's key.
  ///
  /// - Parameter key: What `Sec-WebSocket-Key` says.
  /// - Returns: What `Sec-WebSocket-Accept` says; `nil` where it is no key.
  public static func accept(_ key: String) -> String? {
    guard Data(base64Encoded: key)?.count == 16
    else { return nil }
    let text = key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
    return Data(sha1(of: Array(text.utf8))).base64EncodedString()
  }
}
