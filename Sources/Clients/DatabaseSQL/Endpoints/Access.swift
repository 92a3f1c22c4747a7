package import DatabaseClient
import Foundation
import SharedModels

extension SQLSession {
  package func accessTokens() throws -> [AccessToken] {
    try query(
      """
      SELECT \(AccessToken.columns) FROM access_tokens
      WHERE \(library: "access_tokens") ORDER BY name
      """, row: AccessToken.init(row:))
  }

  func add(_ token: AccessToken, sha256: String) throws -> Bool {
    try insertIfNew(
      into: "access_tokens",
      [
        ("name", token.name), ("sha256", sha256),
        ("scopes", token.scopes.names.joined(separator: " ")), ("created_at", token.createdAt),
        ("used_at", token.lastUsedAt), ("kind", token.kind.rawValue), ("parent", token.parent),
        ("expires_at", token.expiresAt),
      ])
  }

  func addSession(
    _ session: AccessToken, sha256: String, by creator: AccessToken
  ) throws -> AccessToken? {
    // From the root, as removing a token locks them: no deadlocks, and no session is counted twice.
    for token in TokenTree(try accessTokens()).lineage(of: creator.name).reversed() {
      _ = try exists(
        """
        SELECT name FROM access_tokens
        WHERE \(library: "access_tokens") AND name = \(token.name) \(SQL.lock)
        """)
    }
    guard let addition = TokenTree(try accessTokens()).adding(session, by: creator)
    else { return nil }
    try run(
      """
      DELETE FROM access_tokens
      WHERE \(library: "access_tokens") AND name \(isOneOf: addition.removed)
      """)
    return try addition.store { try add($0, sha256: sha256) }
  }

  func removeAccessToken(named name: String) throws -> Bool {
    try run(
      "DELETE FROM access_tokens WHERE \(library: "access_tokens") AND name = \(name)") == 1
  }

  func lineage(ofTokenWith sha256: String) throws -> [AccessToken] {
    try query(
      """
      WITH RECURSIVE lineage (ancestor, depth) AS (
        SELECT name, 0 FROM access_tokens
        WHERE \(library: "access_tokens") AND sha256 = \(sha256)
        UNION ALL
        SELECT parent, depth + 1 FROM access_tokens JOIN lineage ON name = ancestor
        WHERE \(library: "access_tokens") AND parent IS NOT NULL AND depth < 10
      )
      SELECT \(AccessToken.columns) FROM access_tokens JOIN lineage ON name = ancestor
      WHERE \(library: "access_tokens") ORDER BY depth
      """, row: AccessToken.init(row:))
  }

  func recordUse(ofTokenWith sha256: String, at date: Date) throws {
    // Of concurrent requests, one records the use and the others don't wait for it.
    try run(
      """
      UPDATE access_tokens SET used_at = \(date) WHERE \(library: "access_tokens") AND name = (
        SELECT name FROM access_tokens WHERE \(library: "access_tokens") AND sha256 = \(sha256)
        \(SQL.lockUnlessLocked))
      """)
  }

  func shareLinks(of id: Recording.ID) throws -> [ShareLink] {
    try query(
      """
      SELECT \(ShareLink.columns) FROM \(ShareLink.tables)
      WHERE \(library: "share_links") AND recordings.id = \(id)
      ORDER BY share_links.created_at, share_links.id
      """, row: ShareLink.init(row:))
  }

  func add(_ link: ShareLink, sha256: String) throws -> Bool {
    let memo = try lockedRow(of: link.memo)
    try run(
      """
      DELETE FROM share_links
      WHERE \(library: "share_links") AND expires_at <= \(link.createdAt)
      """)
    return try insertIfNew(
      into: "share_links",
      [
        ("id", link.id), ("recording", memo), ("sha256", sha256), ("created_at", link.createdAt),
        ("expires_at", link.expiresAt),
      ])
  }

  func removeShareLink(_ id: ShareLink.ID, of memo: Recording.ID) throws -> Bool {
    try run(
      """
      DELETE FROM share_links WHERE \(library: "share_links") AND id = \(id) AND recording = (
        SELECT row FROM recordings WHERE \(library: "recordings") AND id = \(memo))
      """) == 1
  }

  func sharedMemo(sha256: String, at date: Date) throws -> Recording? {
    try first(
      """
      SELECT \(Recording.columns) FROM \(ShareLink.tables)
      WHERE \(library: "share_links") AND share_links.sha256 = \(sha256)
        AND share_links.expires_at > \(date) AND recordings.trashed_at IS NULL
      """, row: Recording.init(row:))
  }

  package func processedFiles() throws -> [ProcessedFile] {
    try query(
      """
      SELECT path, byte_count, modified_ns, problem FROM taken_files
      WHERE \(library: "taken_files") ORDER BY path
      """
    ) {
      ProcessedFile(
        path: $0.text("path"), byteCount: $0.int64("byte_count"),
        modifiedAt: $0.int64("modified_ns"), problem: $0.optionalText("problem"))
    }
  }

  func saveProcessed(_ file: ProcessedFile) throws {
    try insertOrReplace(
      into: "taken_files",
      [
        ("path", file.path), ("byte_count", file.byteCount), ("modified_ns", file.modifiedAt),
        ("problem", file.problem),
      ])
  }
}

extension AccessToken {
  fileprivate static let columns: SQL =
    "name, scopes, created_at, used_at, kind, parent, expires_at"

  fileprivate init(row: SQLRow) {
    let name = row.text("name")
    var scopes = row.text("scopes").split(separator: " ")
    let (createdAt, lastUsedAt) = (row.date("created_at"), row.optionalDate("used_at"))
    let kind: Kind
    if let text = row.optionalText("kind") {
      kind = Kind(rawValue: text) ?? .code
      // A later version's kind must open nothing, and begin no session that does.
      if kind.rawValue != text { scopes = [] }
    } else {
      // Versions without sessions below tokens stored no kind.
      kind = name.hasPrefix(Self.sessionPrefix) ? .session : .token
    }
    let parent = row.optionalText("parent")
    self.init(
      name: name, scopes: Set(scopes.compactMap { AccessScope(rawValue: "\($0)") }),
      createdAt: createdAt, lastUsedAt: lastUsedAt, expiresAt: row.optionalDate("expires_at"),
      kind: kind, parent: parent)
  }
}

extension ShareLink {
  package static let columns: SQL = """
    share_links.id AS link_id, recordings.id AS memo_id, share_links.created_at, \
    share_links.expires_at
    """

  package static let tables: SQL = """
    share_links JOIN recordings
      ON \(library: "recordings") AND recordings.row = share_links.recording
    """

  package init(row: SQLRow) throws {
    self.init(
      id: try row.id("link_id"), memo: try row.id("memo_id"), createdAt: row.date("created_at"),
      expiresAt: row.date("expires_at"))
  }
}
