import DatabaseClient
import SharedModels
import Tagged

extension SQLSession {
  func summary(of id: Recording.ID) throws -> Summary? {
    try summary("recordings.id = \(id)")
  }

  func summary(recordingRow: Int64) throws -> Summary? {
    try summary("recordings.row = \(recordingRow)")
  }

  func save(_ summary: Summary, of id: Recording.ID) throws {
    let recording = try lockedRow(of: id)
    let transcript = summary.provenance.transcriptID
    let transcription = try first(
      """
      SELECT row FROM transcriptions
      WHERE \(library: "transcriptions") AND id = \(transcript) AND recording = \(recording)
      """
    ) { $0.int64("row") }
    guard let transcription
    else { throw DatabaseError.notFound("transcript \(transcript.text)") }
    try insert(summary, transcriptionRow: transcription, recordingRow: recording)
  }

  func insert(_ summary: Summary, transcriptionRow: Int64, recordingRow: Int64) throws {
    try insertOrReplace(
      into: "summaries",
      [
        ("recording", recordingRow), ("transcription", transcriptionRow),
        ("edited_at", summary.provenance.transcriptEditedAt), ("body", try Coding.encode(summary)),
      ])
  }

  private func summary(_ condition: SQL) throws -> Summary? {
    try first(
      """
      SELECT transcriptions.id, summaries.edited_at, summaries.body FROM summaries
      JOIN transcriptions ON \(library: "transcriptions")
        AND transcriptions.row = summaries.transcription
      JOIN recordings ON \(library: "recordings") AND recordings.row = summaries.recording
      WHERE \(library: "summaries") AND \(condition)
      """
    ) {
      var summary = try Coding.decode(Summary.self, $0.text("body"))
      // A date in JSON has only milliseconds, and a moved transcript can have a new id.
      summary.provenance.transcriptEditedAt = $0.optionalDate("edited_at")
      summary.provenance.transcriptID = try $0.id("id")
      return summary
    }
  }
}
