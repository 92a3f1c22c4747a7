import Foundation
import Hashing
import WebhookClient

extension WebhookMessage {
  /// https://www.standardwebhooks.com, version 1.
  var headers: [String] {
    [
      "Content-Type: application/json",
      // Some receivers would wait a second before they read the body.
      "Expect:",
      "User-Agent: SpeechMemo",
      "webhook-id: \(id)",
      "webhook-timestamp: \(timestamp)",
      "webhook-signature: \(signature)",
    ]
  }

  var signature: String {
    let code = authenticationCode(of: Array("\(id).\(timestamp).\(body)".utf8), key: secret.bytes)
    return "v1,\(Data(code).base64EncodedString())"
  }

  private var timestamp: Int64 { Int64(sentAt.timeIntervalSince1970) }
}
