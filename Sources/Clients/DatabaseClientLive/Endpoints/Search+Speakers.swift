import DatabaseClient
import DatabaseSQL
import SharedModels

extension SQL {
  /// A prefilter: SQL can't compare names ignoring case and accents.
  static let hasNames: SQL = """
    EXISTS (
      SELECT 1 FROM transcriptions JOIN speakers ON speakers.transcription = transcriptions.row
      WHERE transcriptions.recording = recordings.row AND transcriptions.is_current
        AND speakers.name IS NOT NULL)
    """
}

extension LibrarySession {
  func turns(ofSpeakersNamed name: String, _ query: SearchQuery) throws -> [SearchHit] {
    let memos = try self.query(
      """
      SELECT \(Recording.columns), recordings.row FROM recordings
      WHERE trashed_at IS NULL AND date >= \(query.earliest)
        AND date < \(query.latest) AND \(SQL.hasNames)
      ORDER BY recordings.row DESC
      """
    ) { (try Recording(row: $0), $0.int64("row")) }
    var hits: [SearchHit] = []
    for (recording, row) in memos where hits.count < query.limit {
      let spoken = try spokenWords(ofRecordingRow: row, by: name)
      if let hit = SearchHit(recording, saidBy: spoken, placeLimit: query.placeLimit) {
        hits.append(hit)
      }
    }
    return hits
  }
}
