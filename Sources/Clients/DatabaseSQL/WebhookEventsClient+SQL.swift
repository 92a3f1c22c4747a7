import DatabaseClient
import Foundation

extension WebhookEventsClient {
  static func live(_ library: some SQLLibrary) -> Self {
    Self(
      webhook: { try await library.read { try $0.webhook() } },
      setWebhook: { url in try await library.write { try $0.setWebhook(url) } },
      claim: { now, end in
        try await library.write(notifying: false) {
          try $0.claimWebhookEvent(at: now, until: end)
        }
      },
      end: { id, outcome in
        try await library.write(notifying: false) { try $0.endWebhookEvent(id, outcome) }
      })
  }
}
