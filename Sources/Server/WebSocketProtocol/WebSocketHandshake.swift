import Foundation
import Hashing

/// The handshake of RFC 6455, section 4.
public enum WebSocketHandshake {
  public static let version = "13"

  /// Returns the `Sec-WebSocket-Accept` for a `Sec-WebSocket-Key`; `nil` if the key is invalid.
  public static func accept(_ key: String) -> String? {
    guard Data(base64Encoded: key)?.count == 16
    else { return nil }
    let text = key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
    return Data(sha1(of: Array(text.utf8))).base64EncodedString()
  }
}
