package import DatabaseClient
import Foundation
package import SharedModels

extension SQLSession {
  package func recordings(matching query: RecordingQuery) throws -> [Recording] {
    var conditions: [SQL] = ["\(library: "recordings")"]
    switch query.place {
    case .library: conditions.append("trashed_at IS NULL")
    case .trash: conditions.append("trashed_at IS NOT NULL")
    case nil: break
    }
    if let ids = query.ids { conditions.append("id \(isOneOf: ids)") }
    conditions += query.filter.conditions
    let key = query.order.key
    let direction: SQL = query.order.isDescending ? "DESC" : "ASC"
    if let position = query.after {
      // If the memo is gone, skips equal keys. A subquery: row security limits index conditions.
      let (comparison, none): (SQL, Int) = query.order.isDescending ? ("<", 0) : (">", .max)
      conditions.append(
        """
        (\(key), row) \(comparison) (\(position.key.column), (SELECT coalesce((
          SELECT row FROM recordings WHERE \(library: "recordings") AND id = \(position.id)
        ), \(none))))
        """)
    }
    let limit: SQL = query.limit.map { "LIMIT \($0)" } ?? ""
    return try self.query(
      """
      SELECT \(Recording.columns) FROM recordings WHERE \(conditions.joined(separator: " AND "))
      ORDER BY \(key) \(direction), row \(direction) \(limit)
      """, row: Recording.init(row:))
  }

  func recording(withChecksum sha256: String) throws -> Recording? {
    try first(
      """
      SELECT \(Recording.columns) FROM recordings WHERE \(library: "recordings")
        AND sha256 = \(sha256) AND trashed_at IS NULL ORDER BY row LIMIT 1
      """, row: Recording.init(row:))
  }

  func insert(_ recording: Recording, job: TranscriptionJob?) throws {
    try checkForDuplicate(ofBytes: recording.audio.sha256, id: recording.id)
    let row = try insert(recording)
    if let job { try insert(job, recordingRow: row) }
    try didAdd([recording])
  }

  func insertTranscribed(_ memos: [TranscribedMemo]) throws {
    try waitForVoices(.toUse)
    for memo in memos {
      try checkForDuplicate(ofBytes: memo.recording.audio.sha256, id: memo.recording.id)
      let recordingRow = try insert(memo.recording)
      try insert(memo.transcription, recordingRow: recordingRow, isCurrent: true)
    }
    try didAdd(memos.map(\.recording))
  }

  package func modify(
    _ id: Recording.ID, _ change: (inout Recording) throws -> Void
  ) throws -> Recording {
    let row = try lockedRow(of: id)
    guard let before = try recording(id)
    else { throw DatabaseError.notFound("memo \(id.text)") }
    var (changed, result) = (before, before)
    try change(&changed)
    result.copyDetails(from: changed)
    try run(
      """
      UPDATE recordings
      SET title = \(result.title), date = \(result.date), tags = \(result.tags),
        is_favorite = \(result.isFavorite), original_date = \(result.provenance.originalDate)
      WHERE \(library: "recordings") AND row = \(row)
      """)
    if changed.title != before.title { try setSearchedTitle(changed.title, recordingRow: row) }
    guard let recording = try recording(id)
    else { throw DatabaseError.notFound("memo \(id.text)") }
    try didChange(recording)
    return recording
  }

  func trash(_ ids: [Recording.ID], at date: Date) throws {
    try run(
      """
      UPDATE recordings SET trashed_at = \(date)
      WHERE \(library: "recordings") AND id \(isOneOf: ids) AND trashed_at IS NULL
      """)
  }

  func restore(_ ids: [Recording.ID]) throws {
    for id in ids {
      let sha256 = try first(
        "SELECT sha256 FROM recordings WHERE \(library: "recordings") AND id = \(id) \(SQL.lock)"
      ) { $0.text("sha256") }
      guard let sha256
      else { continue }
      try checkForDuplicate(ofBytes: sha256, id: id)
      try run(
        """
        UPDATE recordings SET trashed_at = NULL WHERE \(library: "recordings") AND id = \(id)
        """)
    }
  }

  package func deletePermanently(
    _ ids: [Recording.ID], freeing remove: (Recording) -> Void = { _ in }
  ) throws -> [Recording] {
    let deleted: [Recording] = try ids.compactMap { id in
      guard let recording = try trashed(id)
      else { return nil }
      remove(recording)
      try delete(id)
      return recording
    }
    if !deleted.isEmpty { try deleteReplies() }
    return deleted
  }

  package func trashed(_ id: Recording.ID) throws -> Recording? {
    try first(
      """
      SELECT \(Recording.columns) FROM recordings WHERE \(library: "recordings") AND id = \(id)
        AND trashed_at IS NOT NULL \(sqlite: "", postgres: "FOR UPDATE")
      """, row: Recording.init(row:))
  }

  func delete(_ id: Recording.ID) throws {
    try run("DELETE FROM recordings WHERE \(library: "recordings") AND id = \(id)")
  }

  func audioFileNames() throws -> Set<String> {
    Set(
      try query("SELECT audio_file FROM recordings WHERE \(library: "recordings")") {
        $0.text("audio_file")
      })
  }

  func tagCounts() throws -> [TagCount] {
    try query(
      """
      SELECT tags FROM recordings WHERE \(library: "recordings") AND trashed_at IS NULL
        AND \(sqlite: "tags <> '[]'", postgres: "tags <> '{}'") ORDER BY date DESC, row DESC
      """
    ) { try $0.texts("tags") }.tagCounts
  }

  private func recording(_ id: Recording.ID) throws -> Recording? {
    try first(
      """
      SELECT \(Recording.columns) FROM recordings WHERE \(library: "recordings") AND id = \(id)
      """, row: Recording.init(row:))
  }

  /// In PostgreSQL, a unique index catches concurrent duplicates.
  private func checkForDuplicate(ofBytes sha256: String, id: Recording.ID) throws {
    let isPresent = try exists(
      """
      SELECT 1 FROM recordings WHERE \(library: "recordings")
        AND sha256 = \(sha256) AND sha256 <> '' AND trashed_at IS NULL AND id <> \(id)
      """)
    if isPresent { throw DatabaseError.alreadyExists(sha256: sha256) }
  }
}

extension RecordingFilter {
  var conditions: [SQL] {
    var conditions: [SQL] = []
    if let from { conditions.append("date >= \(from)") }
    if let until { conditions.append("date < \(until)") }
    if let isFavorite { conditions.append("is_favorite = \(isFavorite)") }
    if let longer { conditions.append("duration > \(longer / .seconds(1))") }
    if let shorter { conditions.append("duration < \(shorter / .seconds(1))") }
    for tag in tags {
      conditions.append(
        SQL(
          sqlite: """
            EXISTS (SELECT 1 FROM json_each(tags) WHERE folded(value) = folded(\(tag)))
            """,
          postgres: """
            EXISTS (SELECT FROM unnest(tags) AS tag WHERE folded(tag) = folded(\(tag)))
            """))
    }
    if let titlePrefix {
      conditions.append(
        SQL(
          sqlite: """
            substr(folded(title), 1, length(folded(\(titlePrefix)))) = folded(\(titlePrefix))
            """,
          postgres: "starts_with(folded_title, title_key(\(titlePrefix)))"))
    }
    if !statuses.isEmpty { conditions.append("status \(isOneOf: statuses.sorted())") }
    return conditions
  }
}

extension RecordingOrder {
  fileprivate var key: SQL {
    switch self {
    case .longest: "duration"
    case .newest, .oldest: "date"
    case .title: SQL(sqlite: "folded(title)", postgres: "folded_title")
    }
  }
}

extension RecordingOrder.Key {
  fileprivate var column: SQL {
    switch self {
    case .date(let date): "\(date)"
    case .duration(let duration): "\(duration.secondsToMillisecond)"
    case .title(let title):
      SQL(sqlite: "folded(\(title))", postgres: "title_key(\(title))")
    }
  }
}
