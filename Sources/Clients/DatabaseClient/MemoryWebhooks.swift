import Foundation
import SharedModels

struct MemoryWebhooks: Sendable {
  private struct Waiting {
    var attempts = 0
    let body: String
    var createdAt: Date?
    let id: String
    let memo: Recording.ID
    var nextAt = Date.distantPast
  }

  private var count = 0
  private var problem: String?
  private var url: URL?
  private var waiting: [Waiting] = []

  var current: Webhook? {
    url.map {
      Webhook(
        url: $0, nextAt: waiting.map(\.nextAt).min(), problem: problem,
        waitingCount: waiting.count)
    }
  }

  mutating func set(_ url: URL?) {
    self.url = url
    problem = nil
    if url == nil { waiting = [] }
    for index in waiting.indices { waiting[index].nextAt = .distantPast }
  }

  mutating func enqueue(_ type: String, _ id: Recording.ID) {
    guard url != nil
    else { return }
    count += 1
    let text = id.text
    waiting.append(
      Waiting(
        body: #"{"type":"\#(type)","data":{"id":"\#(text)"}}"#, id: "msg_\(count)", memo: id))
  }

  mutating func removeEvents(of id: Recording.ID) { waiting.removeAll { $0.memo == id } }

  mutating func claim(at now: Date, until end: Date) -> WebhookEvent? {
    guard url != nil, let index = waiting.firstIndex(where: { $0.nextAt <= now })
    else { return nil }
    waiting[index].attempts += 1
    waiting[index].nextAt = end
    waiting[index].createdAt = waiting[index].createdAt ?? now
    let event = waiting[index]
    return WebhookEvent(
      id: event.id, attempts: event.attempts, body: event.body,
      createdAt: event.createdAt ?? now)
  }

  mutating func end(_ id: String, _ outcome: WebhookEvent.Outcome) {
    switch outcome {
    case .retry(let date, let reason, let isForAll):
      problem = reason ?? problem
      for index in waiting.indices
      where waiting[index].id == id || isForAll && waiting[index].nextAt < date {
        waiting[index].nextAt = date
      }
    case .dropped(let reason):
      problem = reason
      waiting.removeAll { $0.id == id }
    case .delivered:
      problem = nil
      waiting.removeAll { $0.id == id }
    }
  }
}
