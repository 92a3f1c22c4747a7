import DatabaseClient
import Foundation
import StoredTranscript

extension LibraryDatabase {
  func webhook() throws -> Webhook? {
    try read { connection in
      let found = try connection.first("SELECT url, problem FROM webhooks") {
        ($0.text(0), $0.optionalText(1))
      }
      guard let (text, problem) = found
      else { return nil }
      guard let url = URL(string: text)
      else { throw ColumnError(text: text) }
      let waiting = try connection.first("SELECT count(*), min(next_at) FROM webhook_events") {
        ($0.int(0), $0.optionalDouble(1))
      }
      return Webhook(
        url: url, nextAt: waiting?.1.map(Date.init(timeIntervalSince1970:)), problem: problem,
        waitingCount: waiting?.0 ?? 0)
    }
  }

  func setWebhook(_ url: URL?) throws {
    try write { connection in
      guard let url
      else {
        try connection.run("DELETE FROM webhooks")
        try connection.run("DELETE FROM webhook_events")
        return
      }
      try connection.run(
        "INSERT OR REPLACE INTO webhooks (row, url, problem) VALUES (1, ?, NULL)",
        [url.absoluteString])
      try connection.run("UPDATE webhook_events SET next_at = 0")
    }
  }

  func claimWebhookEvent(at now: Date, until end: Date) throws -> WebhookEvent? {
    let isDue = "next_at <= ?1 AND EXISTS (SELECT 1 FROM webhooks)"
    return try write { connection in
      let event = try connection.first(
        """
        SELECT id, attempts, body, created_at FROM webhook_events WHERE \(isDue)
        ORDER BY row LIMIT 1
        """, [now.timeIntervalSince1970]
      ) {
        WebhookEvent(
          id: $0.text(0), attempts: $0.int(1) + 1, body: $0.text(2),
          createdAt: Date(timeIntervalSince1970: $0.double(3)))
      }
      if let event {
        try connection.run(
          "UPDATE webhook_events SET attempts = attempts + 1, next_at = ? WHERE id = ?",
          [end.timeIntervalSince1970, event.id])
      }
      return event
    }
  }

  func endWebhookEvent(_ id: String, _ outcome: WebhookEvent.Outcome) throws {
    try write { connection in
      switch outcome {
      case .retry(let date, let reason, let isForAll):
        try connection.run(
          "UPDATE webhook_events SET next_at = ?1 WHERE id = ?2 OR (?3 AND next_at < ?1)",
          [date.timeIntervalSince1970, id, isForAll])
        if let reason { try connection.run("UPDATE webhooks SET problem = ?", [reason]) }
      case .dropped(let reason):
        try connection.run("DELETE FROM webhook_events WHERE id = ?", [id])
        try connection.run("UPDATE webhooks SET problem = ?", [reason])
      case .delivered:
        try connection.run("DELETE FROM webhook_events WHERE id = ?", [id])
        try connection.run("UPDATE webhooks SET problem = NULL WHERE problem IS NOT NULL")
      }
    }
  }
}
