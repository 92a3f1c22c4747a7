import DatabaseClient
import Foundation
import PostgreSQL
import SharedModels
import StoredTranscript
import Tagged

extension LibrarySession {
  func recordings(matching query: RecordingQuery) throws -> [Recording] {
    var conditions = Conditions()
    switch query.place {
    case .library: conditions.add("trashed_at IS NULL")
    case .trash: conditions.add("trashed_at IS NOT NULL")
    case nil: break
    }
    if let ids = query.ids { conditions.add("id = ANY (@)", ids.map(\.rawValue)) }
    query.filter.add(to: &conditions)
    let (key, direction) = (query.order.key, query.order.isDescending ? "DESC" : "ASC")
    if let position = query.after {
      // In a subquery, since row security keeps most functions out of index conditions.
      let (comparison, none) = query.order.isDescending ? ("<", 0) : (">", Int.max)
      conditions.add(
        """
        (\(key), row) \(comparison) (@, (SELECT coalesce(
          (SELECT row FROM recordings WHERE library = $1 AND id = @), @)))
        """, position.key.column, position.id.rawValue, none)
    }
    let limit = conditions.place(for: query.limit)
    return try self.query(
      """
      SELECT \(Recording.columns) FROM recordings WHERE library = $1 \(conditions.text)
      ORDER BY \(key) \(direction), row \(direction) LIMIT \(limit)
      """, conditions.values, row: Recording.init(row:))
  }

  func recordingIDs(startingWith prefix: String) throws -> [Recording.ID] {
    let prefix = prefix.lowercased()
    guard let first = UUID(lowestWith: prefix), let last = UUID(highestWith: prefix)
    else { return [] }
    // The prefix may have misplaced hyphens.
    return try query(
      "SELECT id FROM recordings WHERE library = $1 AND id BETWEEN $2 AND $3 ORDER BY id LIMIT 10",
      [first, last]
    ) { Recording.ID($0.uuid(0)) }.filter { $0.text.hasPrefix(prefix) }
  }

  func recording(withChecksum sha256: String) throws -> Recording? {
    try first(
      """
      SELECT \(Recording.columns) FROM recordings
      WHERE library = $1 AND sha256 = $2 AND trashed_at IS NULL ORDER BY row LIMIT 1
      """, [sha256.column], row: Recording.init(row:))
  }

  func insert(_ recording: Recording, job: TranscriptionJob?) throws {
    try checkForDuplicate(ofBytes: recording.audio.sha256, id: recording.id)
    let row = try insert(recording)
    if let job { try insert(job, recordingRow: row) }
  }

  func insertTranscribed(_ memos: [TranscribedMemo]) throws {
    try waitForVoices(.toUse)
    for memo in memos {
      try checkForDuplicate(ofBytes: memo.recording.audio.sha256, id: memo.recording.id)
      let recordingRow = try insert(memo.recording)
      let transcriptionRow = try insert(memo.transcription, recordingRow: recordingRow)
      try append(memo.transcription.segments, transcriptionRow: transcriptionRow)
      try set(memo.transcription.speakers, transcriptionRow: transcriptionRow)
      try makeCurrent(
        transcriptionRow: transcriptionRow, recordingRow: recordingRow,
        body: IndexedText(memo.transcription.segments).body)
    }
  }

  @discardableResult
  func modify(
    _ id: Recording.ID, _ change: (inout Recording) throws -> Void
  ) throws -> Recording {
    let row = try lockedRow(of: id)
    guard let before = try recording(id)
    else { throw DatabaseError.notFound("memo \(id.text)") }
    var changed = before
    try change(&changed)
    try run(
      """
      UPDATE recordings SET title = $2, tags = $3, is_favorite = $4 WHERE library = $1 AND row = $5
      """, [changed.title.column, changed.tags.map(\.column), changed.isFavorite, row])
    if changed.title != before.title {
      let body = try first(
        "SELECT body FROM texts WHERE library = $1 AND recording = $2", [row]
      ) { $0.text(0) }
      try setText(body ?? "", recordingRow: row)
    }
    guard let recording = try recording(id)
    else { throw DatabaseError.notFound("memo \(id.text)") }
    return recording
  }

  func trash(_ ids: [Recording.ID], at date: Date) throws {
    try run(
      """
      UPDATE recordings SET trashed_at = $2
      WHERE library = $1 AND id = ANY ($3) AND trashed_at IS NULL
      """, [date.timeIntervalSince1970, ids.map(\.rawValue)])
  }

  func restore(_ ids: [Recording.ID]) throws {
    for id in ids {
      let sha256 = try first(
        "SELECT sha256 FROM recordings WHERE library = $1 AND id = $2 FOR NO KEY UPDATE",
        [id.rawValue]
      ) { $0.string(0) }
      guard let sha256
      else { continue }
      try checkForDuplicate(ofBytes: sha256, id: id)
      try run(
        "UPDATE recordings SET trashed_at = NULL WHERE library = $1 AND id = $2", [id.rawValue])
    }
  }

  /// `remove` runs while the memo is locked and can't be restored.
  func deletePermanently(_ ids: [Recording.ID], freeing remove: (Recording) -> Void) throws
    -> [Recording]
  {
    var forgotten: [Recording] = []
    for id in ids {
      let trashed = try first(
        """
        SELECT \(Recording.columns) FROM recordings
        WHERE library = $1 AND id = $2 AND trashed_at IS NOT NULL FOR UPDATE
        """, [id.rawValue], row: Recording.init(row:))
      guard let trashed
      else { continue }
      remove(trashed)
      try delete(id)
      forgotten.append(trashed)
    }
    return forgotten
  }

  func delete(_ id: Recording.ID) throws {
    try run("DELETE FROM recordings WHERE library = $1 AND id = $2", [id.rawValue])
  }

  func audioFileNames() throws -> Set<String> {
    Set(try query("SELECT audio_file FROM recordings WHERE library = $1") { $0.string(0) })
  }

  private func recording(_ id: Recording.ID) throws -> Recording? {
    try first(
      "SELECT \(Recording.columns) FROM recordings WHERE library = $1 AND id = $2", [id.rawValue],
      row: Recording.init(row:))
  }

  /// A unique index catches concurrent duplicates.
  private func checkForDuplicate(ofBytes sha256: String, id: Recording.ID) throws {
    let isThere = try first(
      """
      SELECT true FROM recordings
      WHERE library = $1 AND sha256 = $2 AND sha256 <> '' AND trashed_at IS NULL AND id <> $3
      """, [sha256.column, id.rawValue]
    ) { _ in true }
    if isThere != nil { throw DatabaseError.alreadyExists(sha256: sha256) }
  }
}

private struct Conditions {
  private(set) var text = ""
  private(set) var values: [any PostgresValue] = []

  mutating func add(_ condition: String, _ values: any PostgresValue...) {
    let parts = condition.split(separator: "@", omittingEmptySubsequences: false)
    text += " AND "
    for (part, value) in zip(parts, values) { text += part + place(for: value) }
    text += parts.last ?? ""
  }

  mutating func place(for value: any PostgresValue) -> String {
    values.append(value)
    return "$\(values.count + 1)"
  }
}

extension RecordingFilter {
  fileprivate func add(to conditions: inout Conditions) {
    func add(_ condition: String, _ value: (some PostgresValue)?) {
      if let value { conditions.add(condition, value) }
    }
    add("date >= @", from?.timeIntervalSince1970)
    add("date < @", until?.timeIntervalSince1970)
    add("is_favorite = @", isFavorite)
    add("duration > @", longer.map { $0 / .seconds(1) })
    add("duration < @", shorter.map { $0 / .seconds(1) })
    for tag in tags {
      add(
        """
        EXISTS (SELECT FROM unnest(tags) AS tag
          WHERE lower(tag COLLATE "C") = lower(@ COLLATE "C"))
        """, tag.column)
    }
    add(#"starts_with(title_key, lower(@ COLLATE "C"))"#, titlePrefix?.column)
    add("status = ANY (@)", statuses.isEmpty ? nil : statuses.sorted().map(\.column))
  }
}

extension RecordingOrder {
  fileprivate var key: String {
    switch self {
    case .longest: "duration"
    case .newest, .oldest: "date"
    case .title: "title_key"
    }
  }
}

extension RecordingOrder.Key {
  fileprivate var column: any PostgresValue {
    switch self {
    case .date(let date): date.timeIntervalSince1970
    case .duration(let duration): duration.secondsToMillisecond
    case .title(let title): title.column.asciiLowercased
    }
  }
}

extension UUID {
  fileprivate init?(lowestWith prefix: String) { self.init(prefix, filledWith: "0") }

  fileprivate init?(highestWith prefix: String) { self.init(prefix, filledWith: "f") }

  private init?(_ prefix: String, filledWith digit: Character) {
    let digits = prefix.filter { $0 != "-" }
    guard !prefix.isEmpty, digits.count <= 32, digits.utf8.count == digits.count,
      digits.allSatisfy(\.isHexDigit)
    else { return nil }
    var text = digits + String(repeating: digit, count: 32 - digits.count)
    for place in [20, 16, 12, 8] {
      text.insert("-", at: text.index(text.startIndex, offsetBy: place))
    }
    self.init(uuidString: text)
  }
}
