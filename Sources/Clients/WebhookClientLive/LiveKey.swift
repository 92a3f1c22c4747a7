public import Dependencies
import Foundation
import POSIX
public import WebhookClient

extension WebhookClient: DependencyKey {
  public static var liveValue: Self {
    // The running file, even if another has its name now.
    let processes = SendingProcesses(program: "/proc/self/exe")
    return Self(
      newSecret: {
        var random = SystemRandomNumberGenerator()
        return WebhookSecret(bytes: (0..<32).map { _ in UInt8.random(in: 0...255, using: &random) })
      },
      send: { message in
        let post = HTTPPost(
          url: message.url.absoluteString, headers: message.headers, body: Array(message.body.utf8))
        return try await withTaskCancellationHandler {
          try await onOwnThread("webhook") { try post.send() }
        } onCancel: {
          post.cancel()
        }
      },
      startSending: { try processes.start() })
  }
}
