import DatabaseClient
import Foundation
import SQLite

extension LibraryDatabase {
  func accessTokens() throws -> [AccessToken] {
    try read { connection in
      try connection.query(
        "SELECT name, scopes, created_at, used_at FROM access_tokens ORDER BY name",
        row: AccessToken.init(row:))
    }
  }

  func add(_ token: AccessToken, sha256: String) throws -> Bool {
    try write { connection in
      try connection.run(
        """
        INSERT OR IGNORE INTO access_tokens (name, sha256, scopes, created_at) VALUES (?, ?, ?, ?)
        """,
        [
          token.name, sha256, token.scopes.names.joined(separator: " "),
          token.createdAt.timeIntervalSince1970,
        ])
      return connection.changedRowCount == 1
    }
  }

  func removeAccessToken(named name: String) throws -> Bool {
    try write { connection in
      try connection.run("DELETE FROM access_tokens WHERE name = ?", [name])
      return connection.changedRowCount == 1
    }
  }

  func accessToken(sha256: String, usedAt date: Date) throws -> AccessToken? {
    let token = try read { connection in
      try connection.first(
        "SELECT name, scopes, created_at, used_at FROM access_tokens WHERE sha256 = ?", [sha256],
        row: AccessToken.init(row:))
    }
    guard var token, token.shouldRecordUse(at: date)
    else { return token }
    do {
      try write { connection in
        try connection.run(
          "UPDATE access_tokens SET used_at = ? WHERE sha256 = ?",
          [date.timeIntervalSince1970, sha256])
      }
      token.lastUsedAt = date
    } catch is DatabaseError {
      // On a full or locked database, clients can still read.
    }
    return token
  }
}

extension AccessToken {
  fileprivate init(row: Row) {
    self.init(
      name: row.text(0),
      scopes: Set(row.text(1).split(separator: " ").compactMap { AccessScope(rawValue: "\($0)") }),
      createdAt: Date(timeIntervalSince1970: row.double(2)),
      lastUsedAt: row.optionalDouble(3).map(Date.init(timeIntervalSince1970:)))
  }
}
