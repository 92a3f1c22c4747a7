import DatabaseSQL
import SharedModels

extension LibrarySession {
  /// The server enforces foreign keys. This checks what only the program knows.
  func integrityProblems() throws -> [String] { try wordProblems() + segmentProblems() }

  private func wordProblems() throws -> [String] {
    var problems: [String] = []
    try forEachRow(
      of: """
        SELECT recordings.id, title, body, tsvector_to_array(words) AS words FROM recordings
        LEFT JOIN texts ON texts.library = recordings.library AND texts.recording = recordings.row
        WHERE recordings.library = $1
        """
    ) { row in
      let words = IndexedWords(title: row.text("title"), body: row.text("body")).lexemes(
        of: library)
      let indexed = try row.texts("words")
      if row.isNull("body") || Set(words) != Set(indexed) {
        let id: Recording.ID = try row.id("id")
        problems.append("the search index does not match memo \(id.text)")
      }
    }
    return problems
  }

  private func segmentProblems() throws -> [String] {
    var problems: [String] = []
    var transcript = StoredTranscriptCheck()
    try forEachRow(
      of: """
        SELECT transcriptions.row, transcriptions.id, position, first_word, word_count,
          segments.words, CASE WHEN is_current AND position = 0 THEN texts.body END AS body
        FROM segments JOIN transcriptions ON transcriptions.library = segments.library
          AND transcriptions.row = segments.transcription
        LEFT JOIN texts ON texts.library = transcriptions.library
          AND texts.recording = transcriptions.recording
        WHERE segments.library = $1 ORDER BY transcription, position
        """
    ) { row in
      if row.int64("row") != transcript.row {
        problems += transcript.problems
        transcript = StoredTranscriptCheck(
          row: row.int64("row"), id: try row.id("id"), body: row.optionalText("body"))
      }
      transcript.add(
        position: row.int("position"), firstWord: row.int("first_word"),
        wordCount: row.int("word_count"), words: row.text("words"))
    }
    return problems + transcript.problems
  }
}

private struct StoredTranscriptCheck {
  var row: Int64 = -1
  var id = Transcription.ID()
  var body: String?
  private var segments: [Segment] = []
  private var isWhole = true
  private var wordCount = 0

  init() {}

  init(row: Int64, id: Transcription.ID, body: String?) {
    self.row = row
    self.id = id
    self.body = body
  }

  mutating func add(position: Int, firstWord: Int, wordCount count: Int, words json: String) {
    guard position == segments.count, firstWord == wordCount,
      let words = try? StoredWords(json: json).words, words.count == count
    else {
      isWhole = false
      return
    }
    wordCount += words.count
    segments.append(Segment(start: .zero, end: .zero, text: "", words: words))
  }

  var problems: [String] {
    if !isWhole { return ["transcript \(id.text) is incomplete"] }
    return body.map { $0 == IndexedText(segments).body } ?? true
      ? [] : ["the search index does not match transcript \(id.text)"]
  }
}
