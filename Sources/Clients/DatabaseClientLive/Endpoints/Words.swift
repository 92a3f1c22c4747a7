import DatabaseClient
import Foundation
import SQLite
import SharedModels
import StoredTranscript

extension LibraryDatabase {
  func wordStatistics(mostFrequent: Int) async throws -> WordStatistics {
    try await readConcurrently { connection in
      WordStatistics(
        mostFrequent: try connection.mostFrequentWords(mostFrequent),
        counts: try connection.wordCounts(),
        speakers: WordStatistics.speakingTimes(in: try connection.transcriptionsWithNames()))
    }
  }
}

extension LibraryDatabase {
  func repairs() throws -> RepairStatistics {
    try read { connection in
      try connection.first(
        """
        SELECT count(repairs), count(nullif(repairs, 0)), total(repairs) FROM transcriptions
        JOIN recordings ON recordings.row = transcriptions.recording
        WHERE is_current AND recordings.trashed_at IS NULL
        """
      ) {
        RepairStatistics(
          memoCount: $0.int(0), repairedMemoCount: $0.int(1), repairCount: $0.int(2))
      } ?? RepairStatistics()
    }
  }
}

extension Connection {
  fileprivate func wordCounts() throws -> [Recording.ID: Int] {
    let counts = try query(
      """
      SELECT recordings.id, coalesce((
        SELECT first_word + json_array_length(words) FROM segments
        WHERE transcription = transcriptions.row ORDER BY position DESC LIMIT 1), 0)
      FROM recordings JOIN transcriptions ON transcriptions.recording = recordings.row
      WHERE recordings.trashed_at IS NULL AND transcriptions.is_current
      """
    ) { (try $0.id(0) as Recording.ID, $0.int(1)) }
    return Dictionary(counts) { $1 }
  }

  fileprivate func transcriptionsWithNames() throws -> [Transcription] {
    let found = try query(
      """
      SELECT \(Transcription.columns) FROM transcriptions
      WHERE is_current AND EXISTS (
        SELECT 1 FROM speakers WHERE transcription = transcriptions.row AND name IS NOT NULL)
      AND EXISTS (
        SELECT 1 FROM recordings
        WHERE recordings.row = transcriptions.recording AND trashed_at IS NULL)
      """
    ) { ($0.int64(0), try Transcription(row: $0)) }
    return try found.map { row, transcription in
      var transcription = transcription
      try complete(&transcription, row: row)
      return transcription
    }
  }

  /// The trash is small, so its words are indexed separately and subtracted.
  fileprivate func mostFrequentWords(_ limit: Int) throws -> [WordStatistics.Count] {
    try execute(
      """
      CREATE VIRTUAL TABLE temp.terms USING fts5vocab (main, text_index, col);
      CREATE VIRTUAL TABLE temp.trash USING fts5 (
        body, content = '', tokenize = "unicode61 remove_diacritics 2");
      INSERT INTO temp.trash (body)
        SELECT body FROM texts JOIN recordings ON recordings.row = texts.recording
        WHERE recordings.trashed_at IS NOT NULL;
      CREATE VIRTUAL TABLE temp.trashed_terms USING fts5vocab (temp, trash, row);
      CREATE TEMP TABLE trashed_counts (term TEXT PRIMARY KEY, cnt INTEGER) WITHOUT ROWID;
      INSERT INTO trashed_counts SELECT term, cnt FROM temp.trashed_terms;
      """)
    let terms = try query(
      """
      SELECT term, cnt - coalesce(
        (SELECT cnt FROM trashed_counts WHERE trashed_counts.term = terms.term), 0) AS count
      FROM temp.terms
      -- A word of Chinese or Japanese may have two signs.
      WHERE col = 'body' AND (length(term) > 2 OR length(term) = 2 AND unicode(term) >= 0x2e80)
        AND term GLOB '*[^0-9]*' AND count > 0
        AND term NOT IN (SELECT value FROM json_each(?))
      ORDER BY count DESC, term LIMIT ?
      """,
      [try Coding.encode(WordStatistics.stopWords.sorted()), max(0, limit)]
    ) { (term: $0.text(0), count: $0.int(1)) }
    return try terms.map { WordStatistics.Count(try spelling(of: $0.term), count: $0.count) }
  }

  /// The index is in lower case and without accents. The newest memos' most frequent spelling keeps
  /// the capital of names and drops that of words which only sometimes start a sentence.
  private func spelling(of term: String) throws -> String {
    let texts = try query(
      """
      SELECT highlight(text_index, 1, ?1, ?2)
      FROM text_index JOIN recordings ON recordings.row = text_index.rowid
      WHERE text_index MATCH ?3 AND recordings.trashed_at IS NULL
      ORDER BY text_index.rowid DESC LIMIT 8
      """,
      [HighlightedText.open, HighlightedText.close, "body : \"\(term)\""]
    ) { $0.text(0) }
    var counts: [Substring: Int] = [:]
    for text in texts {
      for marked in text.split(separator: HighlightedText.open).dropFirst(
        text.hasPrefix(HighlightedText.open) ? 0 : 1)
      {
        if let end = marked.firstRange(of: HighlightedText.close) {
          counts[marked[..<end.lowerBound], default: 0] += 1
        }
      }
    }
    // In a tie, the capital only starts sentences.
    return counts.max { ($0.value, $0.key) < ($1.value, $1.key) }.map { String($0.key) } ?? term
  }
}
