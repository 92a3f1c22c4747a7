import DatabaseClient
import Foundation
import SQLite
import SharedModels
import StoredTranscript

extension LibraryDatabase {
  func search(_ query: SearchQuery) throws -> [SearchHit] {
    let parts = query.parts
    let expression = try SearchExpression(query)
    let dates = (
      from: query.from?.timeIntervalSince1970 ?? -Double.greatestFiniteMagnitude,
      until: query.until?.timeIntervalSince1970 ?? Double.greatestFiniteMagnitude
    )
    return try read { connection in
      guard !expression.isEmpty
      else {
        guard let speaker = parts.speaker
        else { throw DatabaseError.notSearchable(query.text) }
        return try connection.turns(ofSpeakersNamed: speaker, query)
      }
      let hasDates = query.from != nil || query.until != nil
      guard let rows = try hasDates ? connection.rows(dates.from, dates.until) : 0...Int64.max
      else { return [] }
      // Newest first is the order of the indexes. Sorting by rank or date would read every match of
      // a common word before returning the first.
      let conditions = """
        recordings.trashed_at IS NULL AND recordings.date >= ?5 AND recordings.date < ?6
        AND recordings.row BETWEEN ?7 AND ?8 AND (NOT ?10 OR \(SpokenWords.hasNames))
        """
      let found = try connection.query(
        """
        SELECT \(Recording.columns), text_index.rowid AS place,
          highlight(text_index, 1, ?1, ?2), NULL
        FROM text_index JOIN recordings ON recordings.row = text_index.rowid
        WHERE text_index MATCH ?3 AND \(conditions)
          AND NOT EXISTS (SELECT 1 FROM signs WHERE signs.recording = text_index.rowid)
        UNION ALL
        SELECT \(Recording.columns), sign_index.rowid, highlight(sign_index, 1, ?1, ?2), texts.body
        FROM sign_index JOIN recordings ON recordings.row = sign_index.rowid
        JOIN texts ON texts.recording = sign_index.rowid
        WHERE sign_index MATCH ?4 AND \(conditions)
        ORDER BY place DESC LIMIT ?9
        """,
        [
          HighlightedText.open, HighlightedText.close,
          try expression.words(connection), expression.signs,
          dates.from, dates.until, rows.lowerBound, rows.upperBound,
          // Matches of a speaker are known only after reading the words.
          parts.speaker == nil ? query.limit : -1, parts.speaker != nil,
        ]
      ) { row in
        (
          try Recording(row: row), HighlightedText(row.text(21), of: row.optionalText(22)),
          row.int64(20)
        )
      }
      var hits: [SearchHit] = []
      for (recording, var text, row) in found where hits.count < query.limit {
        if let speaker = parts.speaker {
          let spoken = try SpokenWords(ofRecording: row, by: speaker, connection)
          text.keepMatches { spoken.contains($0) }
          if text.matches.isEmpty { continue }
        }
        let memo = FoundMemo(recording, text, placeLimit: query.placeLimit)
        let times =
          memo.firstMatches.isEmpty ? nil : try StoredWordTimes(ofRecording: row, connection)
        hits.append(
          memo.hit(at: try memo.firstMatches.map { try times?.time(ofWord: $0) ?? .zero }))
      }
      return hits
    }
  }
}

extension Connection {
  /// Memos are added roughly by date, so a row range skips most of the index.
  fileprivate func rows(_ from: Double, _ until: Double) throws -> ClosedRange<Int64>? {
    try first(
      """
      SELECT min(row), max(row) FROM recordings
      WHERE trashed_at IS NULL AND date >= ? AND date < ? HAVING min(row) IS NOT NULL
      """, [from, until]
    ) { $0.int64(0)...$0.int64(1) }
  }
}

private struct StoredWordTimes {
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
    // A damaged library can hold any position.
    segmentCount = max(0, found.1 &+ 1)
  }

  /// A binary search, since segments are numbered without gaps.
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
