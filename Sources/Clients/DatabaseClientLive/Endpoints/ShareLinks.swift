import DatabaseClient
import Foundation
import SQLite
import SharedModels

extension LibraryDatabase {
  func shareLinks(of id: Recording.ID) throws -> [ShareLink] {
    try read { connection in
      try connection.query(
        """
        SELECT share_links.id, recordings.id, share_links.created_at, share_links.expires_at
        FROM share_links JOIN recordings ON recordings.row = share_links.recording
        WHERE recordings.id = ? ORDER BY share_links.created_at, share_links.id
        """, [id.text]
      ) { row in
        ShareLink(
          id: try row.id(0), memo: try row.id(1),
          createdAt: Date(timeIntervalSince1970: row.double(2)),
          expiresAt: Date(timeIntervalSince1970: row.double(3)))
      }
    }
  }

  func add(_ link: ShareLink, sha256: String) throws -> Bool {
    try write { connection in
      let memo = try connection.recordingRow(of: link.memo)
      let now = link.createdAt.timeIntervalSince1970
      try connection.run("DELETE FROM share_links WHERE expires_at <= ?", [now])
      try connection.run(
        """
        INSERT OR IGNORE INTO share_links (id, recording, sha256, created_at, expires_at)
        VALUES (?, ?, ?, ?, ?)
        """,
        [link.id.text, memo, sha256, now, link.expiresAt.timeIntervalSince1970])
      return connection.changedRowCount == 1
    }
  }

  func removeShareLink(_ id: ShareLink.ID, of memo: Recording.ID) throws -> Bool {
    try write { connection in
      try connection.run(
        """
        DELETE FROM share_links WHERE id = ?
          AND recording = (SELECT row FROM recordings WHERE id = ?)
        """, [id.text, memo.text])
      return connection.changedRowCount == 1
    }
  }

  func sharedMemo(sha256: String, at date: Date) throws -> Recording? {
    try read { connection in
      try connection.first(
        """
        SELECT \(Recording.columns) FROM recordings
        JOIN share_links ON share_links.recording = recordings.row
        WHERE share_links.sha256 = ? AND share_links.expires_at > ?
          AND recordings.trashed_at IS NULL
        """, [sha256, date.timeIntervalSince1970], row: Recording.init(row:))
    }
  }
}
