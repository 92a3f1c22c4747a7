import DatabaseClient
import Foundation
import SQLite
import SharedModels
import StoredTranscript

extension LibraryDatabase {
  func edit(_ id: Transcription.ID, with edit: SpeakerEdit) throws {
    try write { connection in
      let row = try connection.first(
        "SELECT row FROM transcriptions WHERE id = ?", [id.text]
      ) { $0.int64(0) }
      guard let row
      else { throw DatabaseError.notFound("transcript \(id.text)") }
      try connection.editSpeakers(ofRow: row, with: edit)
    }
  }

  func voices() throws -> [RememberedVoice] {
    try read { connection in try connection.voices() }
  }

  func rememberVoice(
    of speaker: Speaker.ID, in id: Transcription.ID, named name: String, at date: Date
  ) throws -> Bool {
    try write { connection in
      let found = try connection.first(
        """
        SELECT \(Speaker.columns) FROM speakers
        JOIN transcriptions ON transcriptions.row = speakers.transcription
        WHERE transcriptions.id = ? AND number = ?
        """, [id.text, speaker.rawValue], row: Speaker.init(row:))
      guard let found
      else { throw DatabaseError.noSpeaker(speaker, in: id) }
      guard let voice = found.voice
      else { return false }
      for other in try connection.voices() where other.name.isSameName(as: name) {
        try connection.run("DELETE FROM voices WHERE name = ?", [other.name])
      }
      try connection.run(
        """
        INSERT INTO voices (name, model, embedding, same_likeness, created_at)
        VALUES (?, ?, ?, ?, ?)
        """,
        [
          name, voice.model, try voice.json, voice.sameLikeness.map(Double.init),
          date.timeIntervalSince1970,
        ])
      return true
    }
  }

  func forgetVoices(of name: String?) throws -> VoiceErasure {
    try withConnection { connection in
      guard try connection.transaction({ try connection.forgetVoices(of: name) })
      else { return .nothing }
      return truncateLog(of: connection, waiting: busyTimeout) ? .complete : .waiting
    }
  }
}

extension Connection {
  /// Changes who speaks in a transcript, whether it is its memo's current one or not.
  func editSpeakers(ofRow row: Int64, with edit: SpeakerEdit) throws {
    let found = try first(
      "SELECT \(Transcription.columns) FROM transcriptions WHERE row = ?", [row]
    ) { try Transcription(row: $0) }
    guard var transcription = found
    else { throw DatabaseError.notFound("the transcript") }
    try complete(&transcription, row: row)
    let before = transcription.segments
    guard transcription.apply(try edit.recognizing(voices()))
    else { throw DatabaseError.conflict("transcript \(transcription.id.text)") }
    for (position, segment) in transcription.segments.enumerated()
    where segment != before[position] {
      try run(
        "UPDATE segments SET words = ? WHERE transcription = ? AND position = ?",
        [StoredWords(segment.words).json, row, position])
    }
    try set(transcription.speakers, transcriptionRow: row)
  }

  /// - Returns: Whether there was anything to forget.
  fileprivate func forgetVoices(of name: String?) throws -> Bool {
    let remembered = try voices()
    let speakers = try query(
      """
      SELECT \(Speaker.columns), transcription FROM speakers
      WHERE embedding IS NOT NULL OR likely_name IS NOT NULL
      """
    ) { (transcription: $0.int64(Speaker.columnCount), speaker: try Speaker(row: $0)) }
    let wanted = VoicesToForget(
      of: name, remembered: remembered, speakers: speakers.lazy.map(\.speaker))
    var hasForgotten = false
    for voice in remembered where wanted.includes(rememberedAs: voice.name) {
      try run("DELETE FROM voices WHERE name = ?", [voice.name])
      hasForgotten = true
    }
    for (transcription, speaker) in speakers {
      guard let erased = wanted.erased(from: speaker)
      else { continue }
      try update(erased, transcriptionRow: transcription)
      hasForgotten = true
    }
    if hasForgotten { try markErasurePending() }
    return hasForgotten
  }

  fileprivate func voices() throws -> [RememberedVoice] {
    try query(
      "SELECT name, model, embedding, same_likeness, created_at FROM voices ORDER BY name"
    ) { row in
      RememberedVoice(
        name: row.text(0),
        voice: try Voice(
          model: row.text(1), json: row.text(2), sameLikeness: row.optionalDouble(3)),
        createdAt: Date(timeIntervalSince1970: row.double(4)))
    }
  }
}
