package import DatabaseClient
import Foundation
package import SharedModels

extension SQLSession {
  package func edit(_ id: Transcription.ID, with edit: SpeakerEdit) throws {
    try waitForVoices(.toUse)
    let (row, _, _) = try lockedTranscription(id)
    try editSpeakers(ofTranscription: row, with: edit)
  }

  /// Requires the lock of the voices, taken first, and that of the transcript.
  func editSpeakers(ofTranscription row: Int64, with edit: SpeakerEdit) throws {
    let found = try transcriptions(
      """
      SELECT \(Transcription.columns) FROM transcriptions
      WHERE \(library: "transcriptions") AND row = \(row)
      """)
    guard var transcription = found.first
    else { throw DatabaseError.notFound("the transcript") }
    let (before, details) = (transcription.segments, transcription.details)
    guard transcription.apply(try edit.recognizing(voices()))
    else { throw try conflict(ofTranscription: row) }
    for (position, segment) in transcription.segments.enumerated()
    where segment != before[position] {
      try run(
        """
        UPDATE segments SET words = \(StoredWords(segment.words).json)
        WHERE \(library: "segments") AND transcription = \(row) AND position = \(position)
        """)
    }
    try setSpeakers(transcription.speakers, transcriptionRow: row)
    if transcription.details != details {
      try run(
        """
        UPDATE transcriptions SET details = \(try transcription.details.column)
        WHERE \(library: "transcriptions") AND row = \(row)
        """)
    }
  }

  package func voices() throws -> [RememberedVoice] {
    try query(
      """
      SELECT name, model, embedding, same_likeness, created_at FROM voices
      WHERE \(library: "voices") ORDER BY name
      """
    ) { row in
      RememberedVoice(
        name: row.text("name"),
        voice: try Voice(
          model: row.text("model"), json: row.text("embedding"),
          sameLikeness: row.optionalDouble("same_likeness")),
        createdAt: row.date("created_at"))
    }
  }

  func rememberVoice(
    of speaker: Speaker.ID, in id: Transcription.ID, named name: String, at date: Date
  ) throws -> Bool {
    try waitForVoices(.toChange)
    let found = try first(
      """
      SELECT \(Speaker.columns) FROM speakers JOIN transcriptions
        ON \(library: "transcriptions") AND transcriptions.row = speakers.transcription
      WHERE \(library: "speakers") AND transcriptions.id = \(id) AND number = \(speaker)
      """, row: Speaker.init(row:))
    guard let found
    else { throw DatabaseError.noSpeaker(speaker, in: id) }
    guard let voice = found.voice
    else { return false }
    try deleteVoices(voices().map(\.name).filter { $0.isSameName(as: name) })
    try insertOrReplace(
      into: "voices",
      [
        ("name", name), ("model", voice.model), ("embedding", try voice.json),
        ("same_likeness", voice.sameLikeness.map(Double.init)), ("created_at", date),
      ])
    return true
  }

  /// - Returns: Whether there was anything to forget.
  package func forgetVoices(of name: String?) throws -> Bool {
    try waitForVoices(.toChange)
    let remembered = try voices()
    let speakers = try query(
      """
      SELECT \(Speaker.columns), transcription FROM speakers WHERE \(library: "speakers")
        AND (embedding IS NOT NULL OR likely_name IS NOT NULL)
      """
    ) { (transcription: $0.int64("transcription"), speaker: try Speaker(row: $0)) }
    let wanted = VoicesToForget(
      of: name, remembered: remembered, speakers: speakers.lazy.map(\.speaker))
    let names = remembered.map(\.name).filter(wanted.includes(rememberedAs:))
    let erased = speakers.compactMap { transcription, speaker in
      wanted.erased(from: speaker).map { (transcription: transcription, speaker: $0) }
    }
    guard !names.isEmpty || !erased.isEmpty
    else { return false }
    try deleteVoices(names)
    let transcriptions = try lockedTranscriptions(Array(Set(erased.map(\.transcription))))
    for (transcription, speaker) in erased where transcriptions.contains(transcription) {
      try update(speaker, transcriptionRow: transcription)
    }
    return true
  }

  private func deleteVoices(_ names: [String]) throws {
    // One by one, since SQLite's JSON cuts a text at U+0000.
    for name in names {
      try run("DELETE FROM voices WHERE \(library: "voices") AND name = \(name)")
    }
  }
}
