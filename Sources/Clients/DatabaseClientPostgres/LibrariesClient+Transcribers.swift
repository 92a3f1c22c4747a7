import DatabaseClient
import Foundation
import PostgreSQL

extension PostgresLibraries {
  func transcribers() async throws -> [AccessToken] {
    try await read { transaction in
      try transaction.query(
        "SELECT name, created_at, used_at FROM transcriber_tokens()",
        row: AccessToken.init(transcriber:))
    }
  }

  func addTranscriber(_ token: AccessToken, sha256: String) async throws -> Bool {
    try await write { transaction in
      try transaction.first(
        "SELECT add_transcriber($1, $2, $3)",
        [token.name.column, sha256.column, token.createdAt.timeIntervalSince1970]
      ) { $0.bool(0) } ?? false
    }
  }

  func removeTranscriber(named name: String) async throws -> Bool {
    try await write { transaction in
      try transaction.first("SELECT remove_transcriber($1)", [name.column]) { $0.bool(0) } ?? false
    }
  }

  func transcriber(showing sha256: String, usedAt date: Date) async throws -> AccessToken? {
    let token = try await read { transaction in
      try transaction.first(
        "SELECT name, created_at, used_at FROM transcriber_of_token($1)", [sha256.column],
        row: AccessToken.init(transcriber:))
    }
    guard var token, token.shouldRecordUse(at: date)
    else { return token }
    do {
      _ = try await write { transaction in
        try transaction.run(
          "SELECT note_transcriber($1, $2)", [sha256.column, date.timeIntervalSince1970])
      }
      token.lastUsedAt = date
    } catch is DatabaseError {
      // Authentication must work even if nothing can be written.
    }
    return token
  }
}

extension AccessToken {
  fileprivate init(transcriber row: PostgresRow) {
    self.init(
      name: row.string(0), scopes: [.queue],
      createdAt: Date(timeIntervalSince1970: row.double(1)),
      lastUsedAt: row.optionalDouble(2).map(Date.init(timeIntervalSince1970:)))
  }
}
