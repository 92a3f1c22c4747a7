import ConcurrencyExtras
import Foundation

extension WebhookEventsClient {
  static func inMemory(_ database: MemoryDatabase) -> Self {
    let library = database.library
    return Self(
      webhook: { library.withValue { $0.webhooks.current } },
      setWebhook: { url in library.withValue { $0.webhooks.set(url) } },
      claim: { now, end in library.withValue { $0.webhooks.claim(at: now, until: end) } },
      end: { id, outcome in library.withValue { $0.webhooks.end(id, outcome) } })
  }
}
