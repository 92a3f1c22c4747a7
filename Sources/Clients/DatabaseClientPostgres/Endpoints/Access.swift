import DatabaseClient
import Foundation
import PostgreSQL
import SharedModels
import Tagged

extension LibrarySession {
  func accessTokens() throws -> [AccessToken] {
    try query(
      """
      SELECT name, scopes, created_at, used_at FROM access_tokens WHERE library = $1 ORDER BY name
      """, row: AccessToken.init(row:))
  }

  func add(_ token: AccessToken, sha256: String) throws -> Bool {
    try run(
      """
      INSERT INTO access_tokens (library, name, sha256, scopes, created_at)
      VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING
      """,
      [
        token.name.column, sha256.column, token.scopes.names.joined(separator: " "),
        token.createdAt.timeIntervalSince1970,
      ]) == 1
  }

  func removeAccessToken(named name: String) throws -> Bool {
    try run("DELETE FROM access_tokens WHERE library = $1 AND name = $2", [name.column]) == 1
  }

  func accessToken(sha256: String) throws -> AccessToken? {
    try first(
      """
      SELECT name, scopes, created_at, used_at FROM access_tokens
      WHERE library = $1 AND sha256 = $2
      """, [sha256.column], row: AccessToken.init(row:))
  }

  func recordUse(ofTokenWith sha256: String, at date: Date) throws {
    // Of concurrent requests, one records the use and the others don't wait for it.
    try run(
      """
      UPDATE access_tokens SET used_at = $2 WHERE library = $1 AND name = (
        SELECT name FROM access_tokens WHERE library = $1 AND sha256 = $3
        FOR NO KEY UPDATE SKIP LOCKED)
      """, [date.timeIntervalSince1970, sha256.column])
  }

  func shareLinks(of id: Recording.ID) throws -> [ShareLink] {
    try query(
      """
      SELECT share_links.id, recordings.id, share_links.created_at, share_links.expires_at
      FROM share_links JOIN recordings ON recordings.library = share_links.library
        AND recordings.row = share_links.recording
      WHERE share_links.library = $1 AND recordings.id = $2
      ORDER BY share_links.created_at, share_links.id
      """, [id.rawValue]
    ) { row in
      ShareLink(
        id: ShareLink.ID(row.uuid(0)), memo: Recording.ID(row.uuid(1)),
        createdAt: Date(timeIntervalSince1970: row.double(2)),
        expiresAt: Date(timeIntervalSince1970: row.double(3)))
    }
  }

  func add(_ link: ShareLink, sha256: String) throws -> Bool {
    let memo = try lockedRow(of: link.memo)
    let now = link.createdAt.timeIntervalSince1970
    try run("DELETE FROM share_links WHERE library = $1 AND expires_at <= $2", [now])
    return try run(
      """
      INSERT INTO share_links (library, id, recording, sha256, created_at, expires_at)
      VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING
      """,
      [link.id.rawValue, memo, sha256.column, now, link.expiresAt.timeIntervalSince1970]) == 1
  }

  func removeShareLink(_ id: ShareLink.ID, of memo: Recording.ID) throws -> Bool {
    try run(
      """
      DELETE FROM share_links WHERE library = $1 AND id = $2 AND recording = (
        SELECT row FROM recordings WHERE library = $1 AND id = $3)
      """, [id.rawValue, memo.rawValue]) == 1
  }

  func sharedMemo(sha256: String, at date: Date) throws -> Recording? {
    try first(
      """
      SELECT \(Recording.columns) FROM recordings JOIN share_links
        ON share_links.library = recordings.library AND share_links.recording = recordings.row
      WHERE share_links.library = $1 AND share_links.sha256 = $2 AND share_links.expires_at > $3
        AND recordings.trashed_at IS NULL
      """, [sha256.column, date.timeIntervalSince1970], row: Recording.init(row:))
  }

  func processedFiles() throws -> [ProcessedFile] {
    try query(
      """
      SELECT path, byte_count, modified_ns, problem FROM taken_files WHERE library = $1 ORDER BY path
      """
    ) {
      ProcessedFile(
        path: $0.string(0), byteCount: $0.int64(1), modifiedAt: $0.int64(2),
        problem: $0.optionalString(3))
    }
  }

  func saveProcessed(_ file: ProcessedFile) throws {
    try run(
      """
      INSERT INTO taken_files (library, path, byte_count, modified_ns, problem)
      VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT (library, path) DO UPDATE SET byte_count = excluded.byte_count,
        modified_ns = excluded.modified_ns, problem = excluded.problem
      """, [file.path.column, file.byteCount, file.modifiedAt, file.problem?.column])
  }
}

extension AccessToken {
  fileprivate init(row: PostgresRow) {
    self.init(
      name: row.string(0),
      scopes: Set(row.text(1).split(separator: " ").compactMap { AccessScope(rawValue: "\($0)") }),
      createdAt: Date(timeIntervalSince1970: row.double(2)),
      lastUsedAt: row.optionalDouble(3).map(Date.init(timeIntervalSince1970:)))
  }
}
