import DatabaseClient
import DatabaseSQL

extension LibrarySession {
  /// The trash is small, so its words are indexed separately and subtracted.
  func mostFrequentWords(_ limit: Int) throws -> [WordStatistics.Count] {
    try connection.execute(
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
      -- Chinese and Japanese words may have two characters.
      WHERE col = 'body' AND (length(term) > 2 OR length(term) = 2 AND unicode(term) >= 0x2e80)
        AND term GLOB '*[^0-9]*' AND count > 0
        AND term NOT IN (SELECT value FROM json_each(\(WordStatistics.stopWords.sorted())))
      ORDER BY count DESC, term LIMIT \(max(0, limit))
      """
    ) { (term: $0.text("term"), count: $0.int("count")) }
    return try terms.map { WordStatistics.Count(try spelling(of: $0.term), count: $0.count) }
  }

  /// The index has no case or accents. The most frequent spelling keeps the capitals of names.
  private func spelling(of term: String) throws -> String {
    try connection.defineMarked()
    let texts = try query(
      """
      SELECT marked(text_index, 1, \(HighlightedText.open), \(HighlightedText.close)) AS marked
      FROM text_index JOIN recordings ON recordings.row = text_index.rowid
      WHERE text_index MATCH \("body : \"\(term)\"") AND recordings.trashed_at IS NULL
      ORDER BY text_index.rowid DESC LIMIT 8
      """
    ) { $0.text("marked") }
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
