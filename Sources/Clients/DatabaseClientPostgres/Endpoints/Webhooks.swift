import DatabaseClient
import Foundation
import PostgreSQL
import StoredTranscript

extension LibrarySession {
  func webhook() throws -> Webhook? {
    let found = try first("SELECT url, problem FROM webhooks WHERE library = $1") {
      ($0.string(0), $0.optionalString(1))
    }
    guard let (text, problem) = found
    else { return nil }
    guard let url = URL(string: text)
    else { throw ColumnError(text: text) }
    let waiting = try first(
      "SELECT count(*), min(next_at) FROM webhook_events WHERE library = $1"
    ) { ($0.int(0), $0.optionalDouble(1)) }
    return Webhook(
      url: url, nextAt: waiting?.1.map(Date.init(timeIntervalSince1970:)), problem: problem,
      waitingCount: waiting?.0 ?? 0)
  }

  func setWebhook(_ url: URL?) throws {
    guard let url
    else {
      try run("DELETE FROM webhooks WHERE library = $1")
      try run("DELETE FROM webhook_events WHERE library = $1")
      return
    }
    // What waits is told to whoever asks now, and at once.
    try run(
      """
      INSERT INTO webhooks (library, url) VALUES ($1, $2)
      ON CONFLICT (library) DO UPDATE SET url = excluded.url, problem = NULL
      """, [url.absoluteString.column])
    try run("UPDATE webhook_events SET next_at = 0 WHERE library = $1")
  }

  func claimWebhookEvent(at now: Date, until end: Date) throws -> WebhookEvent? {
    try first(
      """
      UPDATE webhook_events SET attempts = attempts + 1, next_at = $3
      WHERE library = $1 AND row = (
        SELECT row FROM webhook_events WHERE library = $1 AND next_at <= $2
          AND EXISTS (SELECT FROM webhooks WHERE library = $1)
        ORDER BY row LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED)
      RETURNING id, attempts, body, created_at
      """, [now.timeIntervalSince1970, end.timeIntervalSince1970]
    ) {
      WebhookEvent(
        id: $0.text(0), attempts: $0.int(1), body: String(columnsInJSON: $0.text(2)),
        createdAt: Date(timeIntervalSince1970: $0.double(3)))
    }
  }

  func endWebhookEvent(_ id: String, _ outcome: WebhookEvent.Outcome) throws {
    switch outcome {
    case .retry(let date, let reason, let isForAll):
      try run(
        """
        UPDATE webhook_events SET next_at = $2
        WHERE library = $1 AND (id = $3 OR ($4 AND next_at < $2))
        """, [date.timeIntervalSince1970, id.column, isForAll])
      if let reason {
        try run("UPDATE webhooks SET problem = $2 WHERE library = $1", [reason.column])
      }
    case .dropped(let reason):
      try run("DELETE FROM webhook_events WHERE library = $1 AND id = $2", [id.column])
      try run("UPDATE webhooks SET problem = $2 WHERE library = $1", [reason.column])
    case .delivered:
      try run("DELETE FROM webhook_events WHERE library = $1 AND id = $2", [id.column])
      try run(
        "UPDATE webhooks SET problem = NULL WHERE library = $1 AND problem IS NOT NULL")
    }
  }
}
