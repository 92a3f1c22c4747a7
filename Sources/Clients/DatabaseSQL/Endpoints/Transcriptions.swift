import DatabaseClient
import Foundation
import SharedModels

extension SQLSession {
  func transcription(of id: Recording.ID) throws -> Transcription? {
    try transcriptions(
      """
      SELECT \(Transcription.columns) FROM transcriptions JOIN recordings
        ON \(library: "recordings") AND recordings.row = transcriptions.recording
      WHERE \(library: "transcriptions") AND recordings.id = \(id) AND transcriptions.is_current
      """
    ).first
  }

  func firstWords(of ids: [Recording.ID]) throws -> [Recording.ID: String] {
    let length = DatabaseClient.firstWordsLength
    let texts = try query(
      // PostgreSQL's text can have two characters for one.
      """
      SELECT recordings.id, substr(segments.text, 1, \
        \(sqlite: "\(length)", postgres: "\(length * 2)::int")) AS text
      FROM recordings
      JOIN transcriptions ON \(library: "transcriptions")
        AND transcriptions.recording = recordings.row AND transcriptions.is_current
      JOIN segments ON \(library: "segments") AND segments.transcription = transcriptions.row
        AND segments.position < \(DatabaseClient.firstWordsSegments)
      WHERE \(library: "recordings") AND recordings.id \(isOneOf: ids)
      ORDER BY recordings.row, segments.position
      """
    ) { (try $0.id("id") as Recording.ID, String($0.text("text").prefix(length))) }
    return Dictionary(grouping: texts, by: \.0)
      .mapValues { DatabaseClient.firstWords($0.map(\.1)) }
      .filter { !$0.value.isEmpty }
  }

  func edit(_ id: Transcription.ID, with edit: TranscriptionEdit) throws {
    let (row, recording, isCurrent) = try lockedTranscription(id)
    var segments = try segments(ofTranscription: row)
    guard let range = edit.range(ofSegments: segments.count),
      zip(segments[range], edit.removed).allSatisfy({ $0.isStoredLike($1) })
    else { throw try conflict(ofTranscription: row) }
    try insertUnstoredVersions(recordingRow: recording)
    try insertVersion(
      madeAt: edit.date.map(\.sql) ?? now, editedAt: edit.editedAtAfter,
      change: TextDifference(
        from: Array(segments[range]), to: edit.inserted, at: edit.position),
      transcriptionRow: row)
    segments.replaceSubrange(range, with: edit.inserted)
    try replaceSegments(from: edit.position, with: segments, transcriptionRow: row)
    try setEditDate(edit.editedAtAfter, transcriptionRow: row)
    if isCurrent { try setSearchedBody(IndexedText(segments).body, recordingRow: recording) }
  }

  func replaceSegments(
    from position: Int, with segments: [Segment], transcriptionRow row: Int64
  ) throws {
    try run(
      """
      DELETE FROM segments WHERE \(library: "segments")
        AND transcription = \(row) AND position >= \(position)
      """)
    try append(Array(segments[position...]), transcriptionRow: row)
  }

  func setEditDate(_ date: Date?, transcriptionRow row: Int64) throws {
    try run(
      """
      UPDATE transcriptions SET edited_at = \(date)
      WHERE \(library: "transcriptions") AND row = \(row)
      """)
  }

  func recordingID(ofTranscription id: Transcription.ID) throws -> Recording.ID? {
    try first(
      """
      SELECT recordings.id FROM transcriptions
        JOIN recordings
          ON \(library: "recordings") AND recordings.row = transcriptions.recording
      WHERE \(library: "transcriptions") AND transcriptions.id = \(id)
      """
    ) { try $0.id("id") }
  }

  func lockedTranscription(
    _ id: Transcription.ID
  ) throws -> (row: Int64, recording: Int64, isCurrent: Bool) {
    try lockMemo(of: "transcriptions", id.rawValue)
    let found = try first(
      """
      SELECT row, recording, is_current FROM transcriptions
      WHERE \(library: "transcriptions") AND id = \(id)
      """
    ) { ($0.int64("row"), $0.int64("recording"), $0.bool("is_current")) }
    guard let found
    else { throw DatabaseError.notFound("the transcript") }
    return found
  }
}
