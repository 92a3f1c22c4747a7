import DatabaseClient
import Foundation
import SQLite
import SharedModels
import Tagged

/// Which words of a memo's current transcript are said by somebody.
struct SpokenWords {
  let transcription: Transcription
  private let numbers: Set<Speaker.ID>

  /// - Parameter name: How the speakers' names begin.
  init(ofRecording row: Int64, by name: String, _ connection: Connection) throws {
    let found = try connection.first(
      "SELECT \(Transcription.columns) FROM transcriptions WHERE recording = ? AND is_current",
      [row]
    ) { ($0.int64(0), try Transcription(row: $0)) }
    var transcription = found?.1 ?? Transcription(segments: [])
    if let row = found?.0 { try connection.complete(&transcription, row: row) }
    self.transcription = transcription
    numbers = Set(transcription.speakers.filter { $0.isCalled(name) }.map(\.id))
  }

  func contains(_ index: Int) -> Bool {
    guard transcription.words.indices.contains(index),
      let speaker = transcription.words[index].speaker
    else { return false }
    return numbers.contains(speaker)
  }

  /// Where they begin to speak.
  var turns: [SpeakerTurn] {
    transcription.turns.filter { $0.speaker.map(numbers.contains) ?? false }
  }

  /// Whether anybody in a memo has a name, in SQL, which does not know what names have in common
  /// whatever their case and accents.
  static let hasNames = """
    EXISTS (
      SELECT 1 FROM transcriptions JOIN speakers ON speakers.transcription = transcriptions.row
      WHERE transcriptions.recording = recordings.row AND transcriptions.is_current
        AND speakers.name IS NOT NULL)
    """
}

extension Connection {
  /// How many words of a turn are shown.
  private static var excerptLength: Int { 12 }

  /// Where speakers of a name begin to speak.
  func turns(ofSpeakersNamed name: String, _ query: SearchQuery) throws -> [SearchHit] {
    let memos = try self.query(
      """
      SELECT \(Recording.columns), recordings.row FROM recordings
      WHERE trashed_at IS NULL AND date >= ?1 AND date < ?2 AND \(SpokenWords.hasNames)
      ORDER BY recordings.row DESC
      """,
      [
        query.from?.timeIntervalSince1970 ?? -Double.greatestFiniteMagnitude,
        query.until?.timeIntervalSince1970 ?? Double.greatestFiniteMagnitude,
      ]
    ) { (try Recording(row: $0), $0.int64(20)) }
    var hits: [SearchHit] = []
    for (recording, row) in memos where hits.count < query.limit {
      let spoken = try SpokenWords(ofRecording: row, by: name, self)
      let turns = spoken.turns
      if turns.isEmpty { continue }
      let words = spoken.transcription.words.map { Substring($0.text) }
      hits.append(
        SearchHit(
          recording: recording,
          places: turns.prefix(query.placeLimit ?? .max).map { turn in
            let last = min(turn.words.upperBound, turn.words.lowerBound + Self.excerptLength) - 1
            let excerpt = Excerpt(
              words: words, shown: turn.words.lowerBound...last, matches: [])
            return SearchHit.Place(
              excerpt: excerpt.text, matches: [], time: turn.start,
              wordIndex: turn.words.lowerBound)
          },
          placeCount: turns.count))
    }
    return hits
  }
}
