import DatabaseClient
import SharedModels

extension SQLSession {
  func wordStatistics(mostFrequent limit: Int) throws -> WordStatistics {
    WordStatistics(
      mostFrequent: try mostFrequentWords(limit), counts: try wordCounts(),
      speakers: WordStatistics.speakingTimes(in: try transcriptionsWithNames()))
  }

  func repairs() throws -> RepairStatistics {
    try first(
      """
      SELECT count(repairs) AS memos, count(nullif(repairs, 0)) AS repaired_memos,
        CAST(coalesce(sum(repairs), 0) AS bigint) AS repairs
      FROM transcriptions JOIN recordings
        ON \(library: "recordings") AND recordings.row = transcriptions.recording
      WHERE \(library: "transcriptions") AND is_current AND recordings.trashed_at IS NULL
      """
    ) {
      RepairStatistics(
        memoCount: $0.int("memos"), repairedMemoCount: $0.int("repaired_memos"),
        repairCount: $0.int("repairs"))
    } ?? RepairStatistics()
  }

  func languages() throws -> [String] {
    try query(
      """
      SELECT language FROM (
        SELECT language FROM transcriptions
        WHERE \(library: "transcriptions") AND is_current AND language IS NOT NULL
        ORDER BY transcriptions.row DESC LIMIT 1000) AS newest
      GROUP BY language ORDER BY count(*) DESC, language
      """
    ) { $0.text("language") }
  }

  private func wordCounts() throws -> [Recording.ID: Int] {
    let counts = try query(
      """
      SELECT recordings.id, coalesce((
        SELECT first_word + \(SQL.wordCount) FROM segments WHERE \(library: "segments")
          AND transcription = transcriptions.row ORDER BY position DESC LIMIT 1), 0) AS count
      FROM recordings JOIN transcriptions
        ON \(library: "transcriptions") AND transcriptions.recording = recordings.row
      WHERE \(library: "recordings") AND recordings.trashed_at IS NULL
        AND transcriptions.is_current
      """
    ) { (try $0.id("id") as Recording.ID, $0.int("count")) }
    return Dictionary(counts) { $1 }
  }

  private func transcriptionsWithNames() throws -> [Transcription] {
    try transcriptions(
      """
      SELECT \(Transcription.columns) FROM transcriptions JOIN recordings
        ON \(library: "recordings") AND recordings.row = transcriptions.recording
      WHERE \(library: "transcriptions") AND is_current AND trashed_at IS NULL AND EXISTS (
        SELECT 1 FROM speakers WHERE \(library: "speakers")
          AND transcription = transcriptions.row AND name IS NOT NULL)
      """)
  }
}

extension SQL {
  fileprivate static let wordCount = SQL(sqlite: "json_array_length(words)", postgres: "word_count")
}
