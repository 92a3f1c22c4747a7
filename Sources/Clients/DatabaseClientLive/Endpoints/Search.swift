import DatabaseClient
import Foundation
import SharedModels

extension LibraryDatabase {
  func search(_ query: SearchQuery) throws -> [SearchHit] {
    guard let expression = SearchExpression(query.text).fts5
    else { throw DatabaseError.notSearchable(query.text) }
    return try read { connection in
      // The memo that was added last comes first, which is the order of the index itself: by rank
      // or by date, every match of a common word would have to be read before the first is shown.
      let found = try connection.query(
        """
        SELECT \(Recording.columns), highlight(text_index, 1, ?1, ?2), recordings.row
        FROM text_index JOIN recordings ON recordings.row = text_index.rowid
        WHERE text_index MATCH ?3 AND recordings.trashed_at IS NULL
          AND recordings.date >= ?4 AND recordings.date < ?5
        ORDER BY text_index.rowid DESC LIMIT ?6
        """,
        [
          HighlightedText.open, HighlightedText.close, expression,
          query.from?.timeIntervalSince1970 ?? -Double.greatestFiniteMagnitude,
          query.until?.timeIntervalSince1970 ?? Double.greatestFiniteMagnitude, query.limit,
        ]
      ) { (try Recording(row: $0), HighlightedText($0.text(20)), $0.int64(21)) }
      return try found.map { recording, text, row in
        SearchHit(
          recording: recording,
          places: try text.excerpts(reach: 6).map { excerpt in
            SearchHit.Place(
              excerpt: excerpt.text, matches: excerpt.matches,
              time: try connection.time(ofWord: excerpt.firstMatch, recordingRow: row),
              wordIndex: excerpt.firstMatch)
          })
      }
    }
  }
}

extension Connection {
  /// When a word of a memo's current transcript begins.
  fileprivate func time(ofWord index: Int, recordingRow: Int64) throws -> Duration {
    try first(
      """
      SELECT coalesce(json_extract(words, '$[' || (?1 - first_word) || '][1]'), start_ms)
      FROM segments JOIN transcriptions ON transcriptions.row = segments.transcription
      WHERE transcriptions.recording = ?2 AND transcriptions.is_current AND first_word <= ?1
      ORDER BY position DESC LIMIT 1
      """, [index, recordingRow]
    ) { .milliseconds($0.int64(0)) } ?? .zero
  }
}
