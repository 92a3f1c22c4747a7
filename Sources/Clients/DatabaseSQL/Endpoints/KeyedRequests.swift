import DatabaseClient
import Foundation

extension SQLSession {
  func begin(_ request: KeyedRequest, at now: Date, until end: Date) throws -> KeyedRequest? {
    try run(
      """
      DELETE FROM keyed_requests WHERE \(library: "keyed_requests") AND expires_at <= \(now)
      """)
    if try insertIfNew(into: "keyed_requests", columns(of: request, until: end)) { return nil }
    return try first(
      """
      SELECT content, reply FROM keyed_requests
      WHERE \(library: "keyed_requests") AND sha256 = \(request.key)
      """
    ) {
      KeyedRequest(
        key: request.key, content: $0.text("content"), reply: $0.optionalText("reply"))
    }
  }

  func end(_ request: KeyedRequest, until end: Date) throws {
    if request.reply != nil {
      try insertOrReplace(into: "keyed_requests", columns(of: request, until: end))
    } else {
      try run(
        """
        DELETE FROM keyed_requests
        WHERE \(library: "keyed_requests") AND sha256 = \(request.key) AND reply IS NULL
        """)
    }
  }

  /// The replies may contain titles of deleted memos.
  func deleteReplies() throws {
    try run(
      "DELETE FROM keyed_requests WHERE \(library: "keyed_requests") AND reply IS NOT NULL")
  }

  private func columns(of request: KeyedRequest, until end: Date) -> [SQLColumn] {
    [
      ("sha256", request.key), ("content", request.content), ("reply", request.reply),
      ("expires_at", end),
    ]
  }
}
