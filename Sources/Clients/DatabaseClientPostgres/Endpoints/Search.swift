import DatabaseClient
import DatabaseSQL
import SharedModels

extension LibrarySession {
  private static let stepLengths = 100...2_000

  func search(_ query: SearchQuery) throws -> [SearchHit] {
    let terms = try query.terms()
    guard terms.isEmpty
    else { return try hits(memos(with: terms, query)) }
    guard let speaker = query.parts.speaker
    else { throw DatabaseError.notSearchable(query.text) }
    return try turns(ofSpeakersNamed: speaker, query)
  }

  func searchCount(_ query: SearchQuery) throws -> Int {
    let query = query.withoutLimits
    let terms = try query.terms()
    guard !terms.isEmpty
    else { return try search(query).count }
    let patterns = WordPattern.all(terms)
    guard isSure(patterns, query), let words = IndexedWords.query(patterns, of: library)
    else { return try memos(with: terms, query).count }
    return try first(
      """
      SELECT count(*) AS count FROM memos_with(
        \(words)::tsquery, \(Int64.max), \(query.earliest), \(query.latest), FALSE,
        \(Int64(Int32.max))::int, \(searchStep)::int)
      """
    ) { $0.int("count") } ?? 0
  }

  /// Returns `true` if every memo that the index finds matches. It lacks positions and speakers.
  private func isSure(
    _ patterns: [IndexSpelling: [WordPattern]], _ query: SearchQuery
  ) -> Bool {
    query.parts.speaker == nil && query.filter.isOnlyDates
      && patterns.values.joined().allSatisfy { $0.words.count == 1 }
  }

  private func memos(
    with terms: [SearchTerm], _ query: SearchQuery
  ) throws -> [(row: Int64, memo: FoundMemo)] {
    let speaker = query.parts.speaker
    let patterns = WordPattern.all(terms)
    guard let words = IndexedWords.query(patterns, of: library)
    else { return [] }
    let finders = Dictionary(
      uniqueKeysWithValues: patterns.map { ($0, PatternFinder($1, spelling: $0)) })
    let wanted = min(query.limit, Self.stepLengths.upperBound)
    var step = max(isSure(patterns, query) ? 0 : Self.stepLengths.lowerBound, wanted)
    var below = try rowLimit(of: query)
    var found: [(row: Int64, memo: FoundMemo)] = []
    while found.count < query.limit {
      let candidates = try candidates(
        for: words, below: below, query, isNamed: speaker != nil, limit: step)
      for candidate in candidates where found.count < query.limit {
        if let memo = try memo(candidate, finders, saidBy: speaker, query) {
          found.append((candidate.row, memo))
        }
      }
      guard candidates.count == step, let last = candidates.last
      else { break }
      below = last.row
      step = max(wanted, min(step * 2, Self.stepLengths.upperBound))
    }
    return found
  }

  private struct Candidate {
    /// `nil` for a memo that the filter excludes.
    let body: String?
    let recording: Recording
    let row: Int64
  }

  private func candidates(
    for words: String, below row: Int64, _ query: SearchQuery, isNamed: Bool, limit: Int
  ) throws -> [Candidate] {
    try self.query(
      """
      SELECT \(Recording.columns), recordings.row,
        CASE WHEN \(query.filterCondition) THEN texts.body END AS body
      FROM memos_with(
        \(words)::tsquery, \(row), \(query.earliest), \(query.latest), \(isNamed),
        \(limit)::int, \(searchStep)::int) AS found
      JOIN recordings ON recordings.library = $1 AND recordings.row = found
      JOIN texts ON texts.library = $1 AND texts.recording = found
      ORDER BY found DESC
      """
    ) {
      Candidate(
        body: $0.optionalText("body"), recording: try Recording(row: $0),
        row: $0.int64("row"))
    }
  }

  private func memo(
    _ candidate: Candidate, _ finders: [IndexSpelling: PatternFinder],
    saidBy speaker: String?, _ query: SearchQuery
  ) throws -> FoundMemo? {
    guard let transcript = candidate.body
    else { return nil }
    let title = candidate.recording.title
    let spelling = IndexSpelling(ofMemo: title, transcript)
    let body = spelling.text(transcript)
    guard let places = finders[spelling]?.places(in: body, titled: spelling.text(title))
    else { return nil }
    var text = HighlightedText(body, found: places, of: transcript)
    if let speaker {
      let spoken = try spokenWords(ofRecordingRow: candidate.row, by: speaker)
      text.keepMatches { spoken.contains($0) }
      if text.matches.isEmpty { return nil }
    }
    return FoundMemo(candidate.recording, text, placeLimit: query.placeLimit)
  }

  private func hits(_ found: [(row: Int64, memo: FoundMemo)]) throws -> [SearchHit] {
    let words = found.flatMap { row, memo in memo.firstMatches.map { (row: row, word: $0) } }
    let places = try query(
      """
      SELECT segments.start_ms, wanted.word - segments.first_word AS word,
        CASE WHEN ROW(lag(wanted.recording) OVER numbered, lag(place.last) OVER numbered)
          IS DISTINCT FROM ROW(wanted.recording, place.last) THEN segments.words END AS words
      FROM unnest(\(words.map(\.row))::bigint[], \(words.map(\.word))::bigint[]) WITH ORDINALITY AS wanted (recording, word, number)
      LEFT JOIN transcriptions ON transcriptions.library = $1
        AND transcriptions.recording = wanted.recording AND transcriptions.is_current
      LEFT JOIN LATERAL (
        SELECT max(position) AS last FROM segments WHERE library = $1
          AND transcription = transcriptions.row AND first_word <= wanted.word
      ) AS place ON true
      LEFT JOIN LATERAL (
        SELECT first_word, start_ms, words FROM segments WHERE library = $1
          AND transcription = transcriptions.row AND position = place.last LIMIT 1
      ) AS segments ON true
      WINDOW numbered AS (ORDER BY wanted.number)
      ORDER BY wanted.number
      """
    ) {
      (word: $0.int("word"), start: $0.milliseconds("start_ms"), words: $0.optionalText("words"))
    }
    var times: [Duration] = []
    while times.count < places.count {
      let rest = places[times.count...]
      // Only the first match in a segment has the segment's words.
      let segment = rest.prefix(1) + rest.dropFirst().prefix { $0.words == nil }
      var json = segment.first?.words ?? ""
      let starts = json.withUTF8 {
        StoredWords.starts(
          ofWords: segment.lazy.map(\.word), inJSON: UnsafeRawBufferPointer($0))
      }
      times += starts + segment.dropFirst(starts.count).map(\.start)
    }
    var rest = times[...]
    return found.map { _, memo in
      let count = memo.firstMatches.count
      defer { rest = rest.dropFirst(count) }
      return memo.hit(at: Array(rest.prefix(count)))
    }
  }
}
