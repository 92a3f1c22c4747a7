package import DatabaseClient
import Foundation
import SharedModels

extension SearchQuery {
  package var earliest: Double { from?.timeIntervalSince1970 ?? -.greatestFiniteMagnitude }
  package var latest: Double { until?.timeIntervalSince1970 ?? .greatestFiniteMagnitude }

  package var filterCondition: SQL {
    guard !filter.isOnlyDates
    else { return "TRUE" }
    // The other tables of a search have columns of the same names.
    return """
      EXISTS (
        SELECT 1 FROM recordings AS filtered
        WHERE \(library: "filtered") AND filtered.row = recordings.row
          AND \(filter.conditions.joined(separator: " AND ")))
      """
  }
}

extension SQL {
  /// A prefilter: SQL can't compare names ignoring case and accents.
  package static let hasNames = SQL(
    sqlite: """
      EXISTS (
        SELECT 1 FROM transcriptions JOIN speakers ON speakers.transcription = transcriptions.row
        WHERE transcriptions.recording = recordings.row AND transcriptions.is_current
          AND speakers.name IS NOT NULL)
      """,
    postgres: "anybody_is_named($1::int, recordings.row)")
}

extension SQLSession {
  package func rowLimit(of query: SearchQuery) throws -> Int64 {
    try query.after.map { try row(of: $0) } ?? .max
  }

  package func turns(ofSpeakersNamed name: String, _ query: SearchQuery) throws -> [SearchHit] {
    let pageLength = 100
    var hits: [SearchHit] = []
    var below = try rowLimit(of: query)
    while hits.count < query.limit {
      let memos = try self.query(
        """
        SELECT \(Recording.columns), recordings.row FROM recordings
        WHERE \(library: "recordings") AND trashed_at IS NULL AND date >= \(query.earliest)
          AND date < \(query.latest) AND row < \(below) AND \(SQL.hasNames)
          AND \(query.filterCondition)
        ORDER BY row DESC LIMIT \(pageLength)
        """
      ) { (recording: try Recording(row: $0), row: $0.int64("row")) }
      for (recording, row) in memos where hits.count < query.limit {
        let spoken = try spokenWords(ofRecordingRow: row, by: name)
        if let hit = SearchHit(recording, saidBy: spoken, placeLimit: query.placeLimit) {
          hits.append(hit)
        }
      }
      guard let last = memos.last, memos.count == pageLength
      else { break }
      below = last.row
    }
    return hits
  }

  package func spokenWords(ofRecordingRow row: Int64, by name: String) throws -> SpokenWords {
    let found = try transcriptions(
      """
      SELECT \(Transcription.columns) FROM transcriptions
      WHERE \(library: "transcriptions") AND recording = \(row) AND is_current
      """)
    return SpokenWords(found.first ?? Transcription(segments: []), by: name)
  }
}
