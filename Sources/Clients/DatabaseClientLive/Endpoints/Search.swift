import DatabaseClient
import DatabaseSQL
import SharedModels

extension LibrarySession {
  func search(_ query: SearchQuery) throws -> [SearchHit] {
    let speaker = query.parts.speaker
    let expression = try SearchExpression(query)
    guard !expression.isEmpty
    else {
      guard let speaker
      else { throw DatabaseError.notSearchable(query.text) }
      return try turns(ofSpeakersNamed: speaker, query)
    }
    guard let conditions = try conditions(query)
    else { return [] }
    // Matches of a speaker are known only after reading the words.
    let limit = speaker == nil ? query.limit : -1
    let (open, close) = (HighlightedText.open, HighlightedText.close)
    try connection.defineMarked()
    // The order of the indexes. Sorting by rank or date would read every match of a common word.
    let found = try self.query(
      """
      SELECT \(Recording.columns), text_index.rowid AS row,
        marked(text_index, 1, \(open), \(close)) AS marked, NULL AS body
      FROM text_index JOIN recordings ON recordings.row = text_index.rowid
      WHERE text_index MATCH \(expression.words(self)) AND \(conditions)
        AND NOT EXISTS (SELECT 1 FROM signs WHERE signs.recording = text_index.rowid)
      UNION ALL
      SELECT \(Recording.columns), sign_index.rowid,
        marked(sign_index, 1, \(open), \(close)), texts.body
      FROM sign_index JOIN recordings ON recordings.row = sign_index.rowid
      JOIN texts ON texts.recording = sign_index.rowid
      WHERE sign_index MATCH \(expression.signs) AND \(conditions)
      ORDER BY row DESC LIMIT \(limit)
      """
    ) {
      (
        try Recording(row: $0),
        HighlightedText($0.text("marked"), of: $0.optionalText("body")), $0.int64("row")
      )
    }
    var hits: [SearchHit] = []
    for (recording, var text, row) in found where hits.count < query.limit {
      if let speaker {
        let spoken = try spokenWords(ofRecordingRow: row, by: speaker)
        text.keepMatches { spoken.contains($0) }
        if text.matches.isEmpty { continue }
      }
      let memo = FoundMemo(recording, text, placeLimit: query.placeLimit)
      let matches = memo.firstMatches
      let times = matches.isEmpty ? nil : try StoredWordTimes(ofRecording: row, self)
      hits.append(
        memo.hit(at: try times?.times(ofWords: matches) ?? matches.map { _ in .zero }))
    }
    return hits
  }

  func searchCount(_ query: SearchQuery) throws -> Int {
    let query = query.withoutLimits
    let expression = try SearchExpression(query)
    guard !expression.isEmpty, query.parts.speaker == nil
    else { return try search(query).count }
    guard let conditions = try conditions(query)
    else { return 0 }
    return try first(
      """
      SELECT (
        SELECT count(*) FROM text_index JOIN recordings ON recordings.row = text_index.rowid
        WHERE text_index MATCH \(expression.words(self)) AND \(conditions)
          AND NOT EXISTS (SELECT 1 FROM signs WHERE signs.recording = text_index.rowid)
      ) + (
        SELECT count(*) FROM sign_index JOIN recordings ON recordings.row = sign_index.rowid
        WHERE sign_index MATCH \(expression.signs) AND \(conditions)
      ) AS count
      """
    ) { $0.int("count") } ?? 0
  }

  private func conditions(_ query: SearchQuery) throws -> SQL? {
    let hasDates = query.from != nil || query.until != nil
    guard let rows = try hasDates ? rows(query) : 0...Int64.max
    else { return nil }
    let below = try rowLimit(of: query)
    return """
      recordings.trashed_at IS NULL
        AND recordings.date >= \(query.earliest) AND recordings.date < \(query.latest)
        AND recordings.row BETWEEN \(rows.lowerBound) AND \(min(rows.upperBound, below - 1))
        AND (NOT \(query.parts.speaker != nil) OR \(SQL.hasNames))
        AND \(query.filterCondition)
      """
  }

  /// Memos are added roughly by date, so a row range skips most of the index.
  private func rows(_ query: SearchQuery) throws -> ClosedRange<Int64>? {
    try first(
      """
      SELECT min(row) AS first, max(row) AS last FROM recordings WHERE trashed_at IS NULL
        AND date >= \(query.earliest) AND date < \(query.latest) HAVING min(row) IS NOT NULL
      """
    ) { $0.int64("first")...$0.int64("last") }
  }
}

private struct StoredWordTimes {
  private let session: LibrarySession
  private let transcription: Int64
  private let segmentCount: Int

  init?(ofRecording row: Int64, _ session: LibrarySession) throws {
    let found = try session.first(
      """
      SELECT row, (SELECT max(position) FROM segments WHERE transcription = row) AS last
      FROM transcriptions WHERE recording = \(row) AND is_current
      """
    ) { (row: $0.int64("row"), last: $0.int("last")) }
    guard let found
    else { return nil }
    self.session = session
    transcription = found.row
    // A damaged library can hold any position.
    segmentCount = max(0, found.last &+ 1)
  }

  /// Reads each segment once. `indexes` ascend.
  func times(ofWords indexes: [Int]) throws -> [Duration] {
    var times: [Duration] = []
    while times.count < indexes.count {
      let rest = indexes[times.count...]
      let place = try position(ofWord: rest[rest.startIndex])
      let found = try session.first(
        """
        SELECT first_word, start_ms, words FROM segments
        WHERE transcription = \(transcription) AND position = \(place)
        """
      ) { row in
        var json = row.text("words")
        let first = row.int("first_word")
        let starts = json.withUTF8 {
          StoredWords.starts(
            ofWords: rest.lazy.map { $0 &- first }, inJSON: UnsafeRawBufferPointer($0))
        }
        return starts.isEmpty ? [row.milliseconds("start_ms")] : starts
      }
      times += found ?? [.zero]
    }
    return times
  }

  /// A binary search, since segments are numbered without gaps.
  private func position(ofWord index: Int) throws -> Int {
    var range = 0..<segmentCount
    while range.count > 1 {
      let middle = range.lowerBound + range.count / 2
      let first =
        try session.first(
          """
          SELECT first_word FROM segments
          WHERE transcription = \(transcription) AND position = \(middle)
          """
        ) { $0.int("first_word") } ?? .max
      range = first <= index ? middle..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }
}
