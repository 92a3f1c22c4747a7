import DatabaseClient
import DatabaseSQL
import Foundation

extension PostgresLibraries {
  func transcribers() async throws -> [AccessToken] {
    try await read { transaction in
      try transaction.query(
        sql: "SELECT name, created_at, used_at FROM transcriber_tokens()",
        row: AccessToken.init(transcriber:))
    }
  }

  func addTranscriber(_ token: AccessToken, sha256: String) async throws -> Bool {
    try await write { transaction in
      try transaction.first(
        sql: "SELECT add_transcriber(\(token.name), \(sha256), \(token.createdAt)) AS is_new"
      ) { $0.bool("is_new") } ?? false
    }
  }

  func removeTranscriber(named name: String) async throws -> Bool {
    try await write { transaction in
      try transaction.first(sql: "SELECT remove_transcriber(\(name)) AS was_there") {
        $0.bool("was_there")
      } ?? false
    }
  }

  func transcriber(showing sha256: String, usedAt date: Date) async throws -> AccessToken? {
    let token = try await read { transaction in
      try transaction.first(
        sql: "SELECT name, created_at, used_at FROM transcriber_of_token(\(sha256))",
        row: AccessToken.init(transcriber:))
    }
    guard var token, token.shouldRecordUse(at: date)
    else { return token }
    do {
      _ = try await write { transaction in
        try transaction.run(sql: "SELECT note_transcriber(\(sha256), \(date))")
      }
      token.lastUsedAt = date
    } catch is DatabaseError {
      // Authentication must work even if nothing can be written.
    }
    return token
  }
}

extension AccessToken {
  fileprivate init(transcriber row: SQLRow) {
    self.init(
      name: row.text("name"), scopes: [.queue], createdAt: row.date("created_at"),
      lastUsedAt: row.optionalDate("used_at"))
  }
}
