import DatabaseClient
import Foundation
import PostgreSQL
import SharedModels
import StoredTranscript
import Tagged

extension LibrarySession {
  func edit(_ id: Transcription.ID, with edit: SpeakerEdit) throws {
    try waitForVoices(.toUse)
    let (row, _, _) = try lockedTranscription(id)
    try editSpeakers(ofRow: row, with: edit)
  }

  /// Requires the lock of the voices, taken first, and that of the transcript.
  func editSpeakers(ofRow row: Int64, with edit: SpeakerEdit) throws {
    let found = try first(
      "SELECT \(Transcription.columns) FROM transcriptions WHERE library = $1 AND row = $2", [row],
      row: Transcription.init(row:))
    guard var transcription = found
    else { throw DatabaseError.notFound("the transcript") }
    try complete(&transcription, row: row)
    let before = transcription.segments
    guard transcription.apply(try edit.recognizing(voices()))
    else { throw DatabaseError.conflict("transcript \(transcription.id.text)") }
    for (position, segment) in transcription.segments.enumerated()
    where segment != before[position] {
      try run(
        """
        UPDATE segments SET words = $2 WHERE library = $1 AND transcription = $3 AND position = $4
        """, [StoredWords(segment.words).json, row, position])
    }
    try set(transcription.speakers, transcriptionRow: row)
  }

  func voices() throws -> [RememberedVoice] {
    try query(
      """
      SELECT name, model, embedding, same_likeness, created_at FROM voices
      WHERE library = $1 ORDER BY name
      """
    ) { row in
      RememberedVoice(
        name: row.string(0),
        voice: try Voice(
          model: row.string(1), json: row.text(2), sameLikeness: row.optionalDouble(3)),
        createdAt: Date(timeIntervalSince1970: row.double(4)))
    }
  }

  func rememberVoice(
    of speaker: Speaker.ID, in id: Transcription.ID, named name: String, at date: Date
  ) throws -> Bool {
    try waitForVoices(.toChange)
    let found = try first(
      """
      SELECT \(Speaker.columns) FROM speakers JOIN transcriptions
        ON transcriptions.library = speakers.library
        AND transcriptions.row = speakers.transcription
      WHERE speakers.library = $1 AND transcriptions.id = $2 AND number = $3
      """, [id.rawValue, speaker.rawValue], row: Speaker.init(row:))
    guard let found
    else { throw DatabaseError.noSpeaker(speaker, in: id) }
    guard let voice = found.voice
    else { return false }
    for other in try voices() where other.name.isSameName(as: name) {
      try run("DELETE FROM voices WHERE library = $1 AND name = $2", [other.name.column])
    }
    try run(
      """
      INSERT INTO voices (library, name, model, embedding, same_likeness, created_at)
      VALUES ($1, $2, $3, $4, $5, $6)
      """,
      [
        name.column, voice.model.column, try voice.json, voice.sameLikeness.map(Double.init),
        date.timeIntervalSince1970,
      ])
    return true
  }

  /// The server keeps deleted data until it vacuums, and its log for as long as configured.
  func forgetVoices(of name: String?) throws -> VoiceErasure {
    try waitForVoices(.toChange)
    let remembered = try voices()
    let speakers = try query(
      """
      SELECT \(Speaker.columns), transcription FROM speakers
      WHERE library = $1 AND (embedding IS NOT NULL OR likely_name IS NOT NULL)
      """
    ) { (transcription: $0.int64(Speaker.columnCount), speaker: try Speaker(row: $0)) }
    let wanted = VoicesToForget(
      of: name, remembered: remembered, speakers: speakers.lazy.map(\.speaker))
    let gone = remembered.map(\.name).filter(wanted.includes(rememberedAs:))
    let erased = speakers.compactMap { transcription, speaker in
      wanted.erased(from: speaker).map { (transcription: transcription, speaker: $0) }
    }
    guard !gone.isEmpty || !erased.isEmpty
    else { return .nothing }
    try run(
      "DELETE FROM voices WHERE library = $1 AND name = ANY ($2)", [gone.map(\.column)])
    let transcriptions = try lockedTranscriptions(Array(Set(erased.map(\.transcription))))
    for (transcription, speaker) in erased where transcriptions.contains(transcription) {
      try update(speaker, transcriptionRow: transcription)
    }
    return .waiting
  }

  /// Locks the memos first, in the lock order of all transactions.
  private func lockedTranscriptions(_ rows: [Int64]) throws -> Set<Int64> {
    try run(
      """
      SELECT FROM recordings WHERE library = $1 AND row IN (
        SELECT recording FROM transcriptions WHERE library = $1 AND row = ANY ($2))
      ORDER BY row FOR NO KEY UPDATE
      """, [rows])
    return Set(
      try query(
        "SELECT row FROM transcriptions WHERE library = $1 AND row = ANY ($2)", [rows]
      ) { $0.int64(0) })
  }

  enum VoiceAccess {
    case toUse, toChange

    fileprivate var lock: String {
      switch self {
      case .toChange: "pg_advisory_xact_lock"
      case .toUse: "pg_advisory_xact_lock_shared"
      }
    }
  }

  /// Locks the library's voices, so that a concurrent write can't bring back a deleted one. Must be
  /// a transaction's first lock.
  func waitForVoices(_ access: VoiceAccess) throws {
    try run("SELECT \(access.lock)(\(Self.voiceLock), $1::int)")
  }

  private static let voiceLock = 1
}
