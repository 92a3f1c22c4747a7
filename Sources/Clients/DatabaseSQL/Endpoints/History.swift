import DatabaseClient
import Foundation
import SharedModels
import Tagged

struct FinishedTranscription {
  let row: Int64
  let isCurrent: Bool
  let value: Transcription
}

extension [FinishedTranscription] {
  fileprivate var rows: [Transcription.ID: Int64] {
    Dictionary(map { ($0.value.id, $0.row) }) { $1 }
  }
}

extension SQLSession {
  func versions(of id: Recording.ID) throws -> [TextVersion] {
    let recording = try row(of: id)
    let found = try finishedTranscriptions(recordingRow: recording)
    let texts = try found.map { ($0.value.id, try segments(ofTranscription: $0.row)) }
    return try history(of: found, recordingRow: recording).counted(Dictionary(texts) { $1 })
  }

  func transcription(of id: Recording.ID, version number: Int) throws -> Transcription {
    let recording = try row(of: id)
    let found = try finishedTranscriptions(recordingRow: recording)
    let history = try history(of: found, recordingRow: recording)
    let (_, latest) = try transcription(of: try history.version(number), among: found)
    return try history.transcription(number, from: latest)
  }

  func restoreText(
    of id: Recording.ID, version number: Int, replacing current: Int, at date: Date
  ) throws {
    let recording = try lockedRow(of: id)
    let found = try finishedTranscriptions(recordingRow: recording)
    let history = try history(of: found, recordingRow: recording)
    guard history.versions.current?.number == current
    else {
      throw DatabaseError.conflict(
        ofTextOf: try title(recordingRow: recording), with: history.versions.current)
    }
    let (row, latest) = try transcription(of: try history.version(number), among: found)
    let restored = try history.transcription(number, from: latest)
    let change = TextDifference(from: latest.segments, to: restored.segments)
    try insert(history.unstored, rows: found.rows)
    try insertVersion(
      madeAt: date, editedAt: restored.editedAt, restored: number, change: change,
      transcriptionRow: row)
    if let position = change.passages.first?.position {
      try replaceSegments(
        from: position, with: restored.segments, transcriptionRow: row)
    }
    try setEditDate(restored.editedAt, transcriptionRow: row)
    try makeCurrent(
      transcriptionRow: row, recordingRow: recording,
      body: IndexedText(restored.segments).body)
  }

  func conflict(ofTranscription row: Int64) throws -> DatabaseError {
    let memo = try first(
      """
      SELECT recordings.row, recordings.title FROM transcriptions
      JOIN recordings ON \(library: "recordings") AND recordings.row = transcriptions.recording
      WHERE \(library: "transcriptions") AND transcriptions.row = \(row)
      """
    ) { (row: $0.int64("row"), title: $0.text("title")) }
    guard let memo
    else { return .notFound("the memo") }
    let history = try history(
      of: finishedTranscriptions(recordingRow: memo.row), recordingRow: memo.row,
      withChanges: false)
    return .conflict(ofTextOf: memo.title, with: history.versions.current)
  }

  private func title(recordingRow row: Int64) throws -> String {
    try first("SELECT title FROM recordings WHERE \(library: "recordings") AND row = \(row)") {
      $0.text("title")
    } ?? ""
  }

  func lastEdit() throws -> LastEdit? {
    let memos = try query(
      """
      SELECT recordings.id, recordings.row, max(text_versions.made_at) AS made_at,
        max(latest.created_at) AS created_at
      FROM text_versions
      JOIN transcriptions ON \(library: "transcriptions")
        AND transcriptions.row = text_versions.transcription
      JOIN recordings ON \(library: "recordings") AND recordings.row = transcriptions.recording
      JOIN transcriptions AS latest ON \(library: "latest")
        AND latest.recording = recordings.row AND latest.is_current
      WHERE \(library: "text_versions") AND text_versions.change IS NOT NULL
        AND text_versions.restored IS NULL AND recordings.trashed_at IS NULL
      GROUP BY recordings.id, recordings.row
      """
    ) {
      (
        id: try $0.id("id") as Recording.ID, row: $0.int64("row"),
        date: max($0.date("made_at"), $0.date("created_at"))
      )
    }
    var last: LastEdit?
    for memo in memos.sorted(by: { $0.date > $1.date }) {
      // An undone edit is newer than the one in effect.
      if let last, last.date >= memo.date { break }
      let history = try history(
        of: finishedTranscriptions(recordingRow: memo.row), recordingRow: memo.row,
        withChanges: false)
      if let date = history.changeDate, date > last?.date ?? .distantPast {
        last = LastEdit(memo: memo.id, date: date)
      }
    }
    return last
  }

  /// Must be called before the text changes.
  func insertUnstoredVersions(recordingRow: Int64) throws {
    let found = try finishedTranscriptions(recordingRow: recordingRow)
    let history = try history(of: found, recordingRow: recordingRow, withChanges: false)
    try insert(history.unstored, rows: found.rows)
  }

  func insertVersion(
    madeAt date: any SQLExpression, editedAt: Date?, restored: Int? = nil,
    change: TextDifference?, transcriptionRow: Int64
  ) throws {
    try insert(
      into: "text_versions",
      [
        ("transcription", transcriptionRow), ("made_at", date), ("edited_at", editedAt),
        ("restored", restored), ("change", try change.map { try Coding.encode($0) }),
      ])
  }

  /// Including those of which only versions are left.
  func finishedTranscriptions(recordingRow: Int64) throws -> [FinishedTranscription] {
    // A job that was given up leaves a transcript without an engine name.
    try query(
      """
      SELECT \(Transcription.columns), is_current FROM transcriptions
      WHERE \(library: "transcriptions") AND recording = \(recordingRow)
        AND (is_current OR engine_name <> '' OR EXISTS (
          SELECT 1 FROM text_versions WHERE \(library: "text_versions")
            AND text_versions.transcription = transcriptions.row))
      ORDER BY row
      """
    ) {
      FinishedTranscription(
        row: $0.int64("row"), isCurrent: $0.bool("is_current"), value: try Transcription(row: $0))
    }
  }

  /// - Parameter withChanges: `false` leaves the changes empty, which are most of the data.
  func archivedVersions(
    recordingRow: Int64, withChanges: Bool = true
  ) throws -> [ArchivedVersion] {
    let change: SQL =
      withChanges ? "change" : "CASE WHEN change IS NOT NULL THEN '[]' END AS change"
    return try query(
      """
      SELECT transcriptions.id, text_versions.made_at, text_versions.edited_at,
        text_versions.restored, \(change)
      FROM text_versions JOIN transcriptions ON \(library: "transcriptions")
        AND transcriptions.row = text_versions.transcription
      WHERE \(library: "text_versions") AND transcriptions.recording = \(recordingRow)
      ORDER BY text_versions.row
      """
    ) {
      ArchivedVersion(
        transcription: try $0.id("id"), date: $0.date("made_at"),
        editedAt: $0.optionalDate("edited_at"), restored: $0.optionalInt("restored"),
        change: try $0.optionalText("change").map { try Coding.decode(TextDifference.self, $0) })
    }
  }

  private func history(
    of found: [FinishedTranscription], recordingRow: Int64, withChanges: Bool = true
  ) throws -> TextHistory {
    TextHistory(
      try archivedVersions(recordingRow: recordingRow, withChanges: withChanges),
      of: found.map(\.value), current: found.first(where: \.isCurrent)?.value.id)
  }

  func insert(_ versions: [ArchivedVersion], rows: [Transcription.ID: Int64]) throws {
    for version in versions {
      guard let row = rows[version.transcription]
      else { continue }
      try insertVersion(
        madeAt: version.date, editedAt: version.editedAt, restored: version.restored,
        change: version.change, transcriptionRow: row)
    }
  }

  private func transcription(
    of version: TextVersion, among found: [FinishedTranscription]
  ) throws -> (row: Int64, latest: Transcription) {
    guard let transcription = found.first(where: { $0.value.id == version.transcription })
    else { throw DatabaseError.notFound("transcript \(version.transcription.text)") }
    return (transcription.row, try completed(transcription.value, row: transcription.row))
  }
}
