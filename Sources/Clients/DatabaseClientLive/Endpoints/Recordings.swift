import DatabaseClient
import Foundation
import SQLite
import SharedModels
import StoredTranscript

extension LibraryDatabase {
  func recordings(matching query: RecordingQuery) throws -> [Recording] {
    var conditions: [String] = []
    var values: [any Bindable] = []
    switch query.place {
    case .library: conditions.append("trashed_at IS NULL")
    case .trash: conditions.append("trashed_at IS NOT NULL")
    case nil: break
    }
    if let ids = query.ids {
      conditions.append("id IN (SELECT value FROM json_each(?))")
      values.append(try Coding.encode(ids.map(\.text)))
    }
    query.filter.add(to: &conditions, &values)
    let (key, direction) = (query.order.key, query.order.isDescending ? "DESC" : "ASC")
    if let position = query.after {
      // If the memo is gone, this skips memos with the same key.
      let (comparison, none) = query.order.isDescending ? ("<", 0) : (">", Int.max)
      conditions.append(
        "(\(key), row) \(comparison) (?, coalesce((SELECT row FROM recordings WHERE id = ?), ?))")
      values += [position.key.column, position.id.text, none]
    }
    let filter = conditions.isEmpty ? "" : "WHERE \(conditions.joined(separator: " AND "))"
    values.append(query.limit ?? -1)
    return try read { connection in
      try connection.query(
        """
        SELECT \(Recording.columns) FROM recordings \(filter)
        ORDER BY \(key) \(direction), row \(direction) LIMIT ?
        """, values, row: Recording.init(row:))
    }
  }

  func recordingIDs(startingWith prefix: String) throws -> [Recording.ID] {
    let prefix = prefix.lowercased()
    guard !prefix.isEmpty, prefix.allSatisfy({ $0.isHexDigit || $0 == "-" })
    else { return [] }
    return try read { connection in
      try connection.query(
        "SELECT id FROM recordings WHERE id >= ? AND id < ? ORDER BY id LIMIT 10",
        [prefix, "\(prefix)g"]
      ) { try $0.id(0) }
    }
  }

  func recording(withChecksum sha256: String) throws -> Recording? {
    try read { connection in
      try connection.first(
        """
        SELECT \(Recording.columns) FROM recordings
        WHERE sha256 = ? AND trashed_at IS NULL ORDER BY row LIMIT 1
        """,
        [sha256], row: Recording.init(row:))
    }
  }

  func insert(_ recording: Recording, job: TranscriptionJob?) throws {
    try writeWithMemoFiles { connection in
      // Under the write lock: another process may be importing the same file.
      try connection.checkForDuplicate(ofBytes: recording.audio.sha256, id: recording.id)
      let row = try connection.insert(recording)
      if let job { try connection.insert(job, recordingRow: row) }
      return ((), [recording])
    }
  }

  func insertTranscribed(_ memos: [TranscribedMemo]) throws {
    try writeWithMemoFiles { connection in
      for memo in memos {
        try connection.checkForDuplicate(
          ofBytes: memo.recording.audio.sha256, id: memo.recording.id)
        let recordingRow = try connection.insert(memo.recording)
        let transcriptionRow = try connection.insert(
          memo.transcription, recordingRow: recordingRow)
        try connection.append(
          memo.transcription.segments, transcriptionRow: transcriptionRow)
        try connection.set(memo.transcription.speakers, transcriptionRow: transcriptionRow)
        try connection.makeCurrent(
          transcriptionRow: transcriptionRow, recordingRow: recordingRow,
          body: IndexedText(memo.transcription.segments).body)
      }
      return ((), memos.map(\.recording))
    }
  }

  func update(_ recording: Recording) throws {
    try modify(recording.id) { $0.copyDetails(from: recording) }
  }

  @discardableResult
  func modify(
    _ id: Recording.ID, _ change: (inout Recording) throws -> Void
  ) throws -> Recording {
    try write { connection in
      guard let before = try connection.recording(id)
      else { throw DatabaseError.notFound("memo \(id.text)") }
      var changed = before
      try change(&changed)
      try connection.run(
        "UPDATE recordings SET title = ?, tags = ?, is_favorite = ? WHERE id = ?",
        [changed.title, try Coding.encode(changed.tags), changed.isFavorite, id.text])
      if changed.title != before.title {
        let row = try connection.recordingRow(of: id)
        try connection.run(
          "UPDATE texts SET title = ? WHERE recording = ?", [changed.title, row])
        try connection.indexUnspacedText(ofRecording: row)
      }
      guard let recording = try connection.recording(id)
      else { throw DatabaseError.notFound("memo \(id.text)") }
      try writeMemoFiles([recording])
      return recording
    }
  }

  func trash(_ ids: [Recording.ID], at date: Date) throws {
    try write { connection in
      for id in ids {
        try connection.run(
          "UPDATE recordings SET trashed_at = ? WHERE id = ? AND trashed_at IS NULL",
          [date.timeIntervalSince1970, id.text])
      }
    }
  }

  func restore(_ ids: [Recording.ID]) throws {
    try write { connection in
      for id in ids {
        let sha256 = try connection.first(
          "SELECT sha256 FROM recordings WHERE id = ?", [id.text]
        ) { $0.text(0) }
        if let sha256 { try connection.checkForDuplicate(ofBytes: sha256, id: id) }
        try connection.run("UPDATE recordings SET trashed_at = NULL WHERE id = ?", [id.text])
      }
    }
  }

  func deletePermanently(_ ids: [Recording.ID]) throws -> [Recording] {
    try write { connection in try ids.compactMap { try connection.deletePermanently($0) } }
  }

  func deletePermanently(
    _ ids: [Recording.ID], freeing remove: (Recording) -> Void
  ) throws -> [Recording] {
    do {
      return try write { connection in
        for id in ids { try connection.trashed(id).map(remove) }
        return try ids.compactMap { try connection.deletePermanently($0) }
      }
    } catch DatabaseError.diskFull {
      // One at a time they need less space, and deleting their files freed some.
      return try ids.compactMap { id in try write { try $0.deletePermanently(id) } }
    }
  }

  func audioFileNames() throws -> Set<String> {
    try read { connection in
      Set(try connection.query("SELECT audio_file FROM recordings") { $0.text(0) })
    }
  }
}

extension Connection {
  fileprivate func recording(_ id: Recording.ID) throws -> Recording? {
    try first(
      "SELECT \(Recording.columns) FROM recordings WHERE id = ?", [id.text],
      row: Recording.init(row:))
  }

  fileprivate func trashed(_ id: Recording.ID) throws -> Recording? {
    try first(
      "SELECT \(Recording.columns) FROM recordings WHERE id = ? AND trashed_at IS NOT NULL",
      [id.text], row: Recording.init(row:))
  }

  fileprivate func deletePermanently(_ id: Recording.ID) throws -> Recording? {
    let recording = try trashed(id)
    if recording != nil { try run("DELETE FROM recordings WHERE id = ?", [id.text]) }
    return recording
  }

  fileprivate func checkForDuplicate(ofBytes sha256: String, id: Recording.ID) throws {
    let isThere = try first(
      """
      SELECT 1 FROM recordings
      WHERE sha256 = ? AND sha256 <> '' AND trashed_at IS NULL AND id <> ?
      """, [sha256, id.text]
    ) { _ in true }
    if isThere != nil { throw DatabaseError.alreadyExists(sha256: sha256) }
  }
}

extension RecordingFilter {
  fileprivate func add(to conditions: inout [String], _ values: inout [any Bindable]) {
    func add(_ condition: String, _ value: (any Bindable)?) {
      guard let value
      else { return }
      conditions.append(condition)
      values.append(value)
    }
    add("date >= ?", from?.timeIntervalSince1970)
    add("date < ?", until?.timeIntervalSince1970)
    add("is_favorite = ?", isFavorite)
    add("duration > ?", longer.map { $0 / .seconds(1) })
    add("duration < ?", shorter.map { $0 / .seconds(1) })
    for tag in tags {
      add("EXISTS (SELECT 1 FROM json_each(tags) WHERE value = ? COLLATE NOCASE)", tag)
    }
    if let titlePrefix {
      conditions.append("substr(title, 1, length(?)) = ? COLLATE NOCASE")
      values += [titlePrefix, titlePrefix]
    }
    if !statuses.isEmpty {
      let places = Array(repeating: "?", count: statuses.count).joined(separator: ", ")
      conditions.append("status IN (\(places))")
      values += statuses.sorted()
    }
  }
}

extension RecordingOrder {
  fileprivate var key: String {
    switch self {
    case .longest: "duration"
    case .newest, .oldest: "date"
    case .title: "title COLLATE NOCASE"
    }
  }
}

extension RecordingOrder.Key {
  fileprivate var column: any Bindable {
    switch self {
    case .date(let date): date.timeIntervalSince1970
    case .duration(let duration): duration.secondsToMillisecond
    case .title(let title): title
    }
  }
}
