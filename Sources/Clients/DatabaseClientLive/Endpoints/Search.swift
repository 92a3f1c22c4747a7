import DatabaseClient
import Foundation
import SQLite
import SharedModels

extension LibraryDatabase {
  /// How many words stand on either side of what was found.
  private static var excerptReach: Int { 6 }

  func search(_ query: SearchQuery) throws -> [SearchHit] {
    let words = try SearchExpression(query.text)
    let dates = (
      from: query.from?.timeIntervalSince1970 ?? -Double.greatestFiniteMagnitude,
      until: query.until?.timeIntervalSince1970 ?? Double.greatestFiniteMagnitude
    )
    return try read { connection in
      guard let expression = try words.fts5(connection)
      else { throw DatabaseError.notSearchable(query.text) }
      let hasDates = query.from != nil || query.until != nil
      guard let rows = try hasDates ? connection.rows(dates.from, dates.until) : 0...Int64.max
      else { return [] }
      // The memo that was added last comes first, which is the order of the index itself: by rank
      // or by date, every match of a common word would have to be read before the first is shown.
      let found = try connection.query(
        """
        SELECT \(Recording.columns), highlight(text_index, 1, ?1, ?2), recordings.row
        FROM text_index JOIN recordings ON recordings.row = text_index.rowid
        WHERE text_index MATCH ?3 AND recordings.trashed_at IS NULL
          AND recordings.date >= ?4 AND recordings.date < ?5
          AND text_index.rowid BETWEEN ?6 AND ?7
        ORDER BY text_index.rowid DESC LIMIT ?8
        """,
        [
          HighlightedText.open, HighlightedText.close, expression,
          dates.from, dates.until, rows.lowerBound, rows.upperBound, query.limit,
        ]
      ) { (try Recording(row: $0), HighlightedText($0.text(20)), $0.int64(21)) }
      return try found.map { recording, text, row in
        let groups = text.groups(reach: Self.excerptReach)
        let shown = groups.prefix(query.placeLimit ?? .max)
        let times = shown.isEmpty ? nil : try WordTimes(ofRecording: row, connection)
        return SearchHit(
          recording: recording,
          places: try shown.map { group in
            let excerpt = text.excerpt(of: group, reach: Self.excerptReach)
            return SearchHit.Place(
              excerpt: excerpt.text, matches: excerpt.matches,
              time: try times?.time(ofWord: excerpt.firstMatch) ?? .zero,
              wordIndex: excerpt.firstMatch)
          },
          placeCount: groups.count)
      }
    }
  }
}

extension Connection {
  /// Where the memos of those dates are. Memos are added about as they are made, so that the index
  /// has to be read for few others.
  fileprivate func rows(_ from: Double, _ until: Double) throws -> ClosedRange<Int64>? {
    try first(
      """
      SELECT min(row), max(row) FROM recordings
      WHERE trashed_at IS NULL AND date >= ? AND date < ? HAVING min(row) IS NOT NULL
      """, [from, until]
    ) { $0.int64(0)...$0.int64(1) }
  }
}

/// When the words of a memo's current transcript begin.
private struct WordTimes {
  private let connection: Connection
  private let transcription: Int64
  private let segmentCount: Int

  init?(ofRecording row: Int64, _ connection: Connection) throws {
    let found = try connection.first(
      """
      SELECT row, (SELECT max(position) FROM segments WHERE transcription = row)
      FROM transcriptions WHERE recording = ? AND is_current
      """, [row]
    ) { ($0.int64(0), $0.int(1)) }
    guard let found
    else { return nil }
    self.connection = connection
    transcription = found.0
    segmentCount = found.1 + 1
  }

  /// Segments are numbered without gaps, so that the one with a word is found by halving.
  func time(ofWord index: Int) throws -> Duration {
    var range = 0..<segmentCount
    while range.count > 1 {
      let middle = range.lowerBound + range.count / 2
      let first =
        try connection.first(
          "SELECT first_word FROM segments WHERE transcription = ? AND position = ?",
          [transcription, middle]
        ) { $0.int(0) } ?? .max
      range = first <= index ? middle..<range.upperBound : range.lowerBound..<middle
    }
    return try connection.first(
      """
      SELECT coalesce(json_extract(words, '$[' || (?1 - first_word) || '][1]'), start_ms)
      FROM segments WHERE transcription = ?2 AND position = ?3
      """, [index, transcription, range.lowerBound]
    ) { .milliseconds($0.int64(0)) } ?? .zero
  }
}
