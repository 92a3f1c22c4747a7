package import DatabaseClient
import Foundation

extension SQLSession {
  package func webhook() throws -> Webhook? {
    let found = try first("SELECT url, problem FROM webhooks WHERE \(library: "webhooks")") {
      ($0.text("url"), $0.optionalText("problem"))
    }
    guard let (text, problem) = found
    else { return nil }
    guard let url = URL(string: text)
    else { throw ColumnError(text: text) }
    let waiting = try first(
      """
      SELECT count(*) AS count, min(next_at) AS next_at FROM webhook_events
      WHERE \(library: "webhook_events")
      """
    ) { (count: $0.int("count"), nextAt: $0.optionalDate("next_at")) }
    return Webhook(
      url: url, nextAt: waiting?.nextAt, problem: problem, waitingCount: waiting?.count ?? 0)
  }

  func setWebhook(_ url: URL?) throws {
    guard let url
    else {
      try run("DELETE FROM webhooks WHERE \(library: "webhooks")")
      try run("DELETE FROM webhook_events WHERE \(library: "webhook_events")")
      return
    }
    try run(
      """
      INSERT INTO webhooks (\(sqlite: "row", postgres: "library"), url)
      VALUES (\(sqlite: "1", postgres: "$1"), \(url.absoluteString))
      ON CONFLICT (\(sqlite: "row", postgres: "library"))
        DO UPDATE SET url = excluded.url, problem = NULL
      """)
    try run("UPDATE webhook_events SET next_at = 0 WHERE \(library: "webhook_events")")
  }

  func claimWebhookEvent(at now: Date, until end: Date) throws -> WebhookEvent? {
    try changed(
      """
      UPDATE webhook_events SET attempts = attempts + 1, next_at = \(end)
      WHERE \(library: "webhook_events") AND row = (
        SELECT row FROM webhook_events WHERE \(library: "webhook_events") AND next_at <= \(now)
          AND EXISTS (SELECT 1 FROM webhooks WHERE \(library: "webhooks"))
        ORDER BY row LIMIT 1 \(SQL.lockUnlessLocked))
      RETURNING id, attempts, body, created_at
      """
    ) {
      WebhookEvent(
        id: $0.text("id"), attempts: $0.int("attempts"), body: $0.json("body"),
        createdAt: $0.date("created_at"))
    }
  }

  func endWebhookEvent(_ id: String, _ outcome: WebhookEvent.Outcome) throws {
    switch outcome {
    case .retry(let date, let reason, let isForAll):
      try run(
        """
        UPDATE webhook_events SET next_at = \(date) WHERE \(library: "webhook_events")
          AND (id = \(id) OR (\(isForAll) AND next_at < \(date)))
        """)
      if let reason { try setWebhookProblem(reason) }
    case .dropped(let reason):
      try deleteWebhookEvent(id)
      try setWebhookProblem(reason)
    case .delivered:
      try deleteWebhookEvent(id)
      try run(
        """
        UPDATE webhooks SET problem = NULL WHERE \(library: "webhooks") AND problem IS NOT NULL
        """)
    }
  }

  private func deleteWebhookEvent(_ id: String) throws {
    try run("DELETE FROM webhook_events WHERE \(library: "webhook_events") AND id = \(id)")
  }

  private func setWebhookProblem(_ reason: String) throws {
    try run("UPDATE webhooks SET problem = \(reason) WHERE \(library: "webhooks")")
  }
}
