import DatabaseClient
import Foundation
import SQLite
import SharedModels

extension SpokenWords {
  init(ofRecording row: Int64, by name: String, _ connection: Connection) throws {
    let found = try connection.first(
      "SELECT \(Transcription.columns) FROM transcriptions WHERE recording = ? AND is_current",
      [row]
    ) { ($0.int64(0), try Transcription(row: $0)) }
    var transcription = found?.1 ?? Transcription(segments: [])
    if let row = found?.0 { try connection.complete(&transcription, row: row) }
    self.init(transcription, by: name)
  }

  /// A prefilter: SQL can't compare names ignoring case and accents.
  static let hasNames = """
    EXISTS (
      SELECT 1 FROM transcriptions JOIN speakers ON speakers.transcription = transcriptions.row
      WHERE transcriptions.recording = recordings.row AND transcriptions.is_current
        AND speakers.name IS NOT NULL)
    """
}

extension Connection {
  func turns(ofSpeakersNamed name: String, _ query: SearchQuery) throws -> [SearchHit] {
    let memos = try self.query(
      """
      SELECT \(Recording.columns), recordings.row FROM recordings
      WHERE trashed_at IS NULL AND date >= ?1 AND date < ?2 AND \(SpokenWords.hasNames)
      ORDER BY recordings.row DESC
      """,
      [
        query.from?.timeIntervalSince1970 ?? -Double.greatestFiniteMagnitude,
        query.until?.timeIntervalSince1970 ?? Double.greatestFiniteMagnitude,
      ]
    ) { (try Recording(row: $0), $0.int64(20)) }
    var hits: [SearchHit] = []
    for (recording, row) in memos where hits.count < query.limit {
      let spoken = try SpokenWords(ofRecording: row, by: name, self)
      if let hit = SearchHit(recording, saidBy: spoken, placeLimit: query.placeLimit) {
        hits.append(hit)
      }
    }
    return hits
  }
}
