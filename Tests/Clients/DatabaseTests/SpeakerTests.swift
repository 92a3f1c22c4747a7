import DatabaseClient
import Foundation
import SharedModels
import TestLibraries
import Testing

struct SpeakerTests {

  private let id = Recording.ID(.fixed(1))
  private let anna = Voice(model: "voices", embedding: [0.123456, 0.654321])

  /// A memo of two speakers, whose transcript it returns.
  private func transcribe(in database: DatabaseClient) async throws -> Transcription {
    try await database.addMemo(1, saying: "one two three four")
    let transcription = try #require(try await database.transcription(of: id))
    try await database.editSpeakers(
      id: transcription.id,
      with: .replace(
        [Speaker(id: Speaker.ID(0), likelyName: "Anna", voice: anna), Speaker(id: Speaker.ID(1))],
        words: [0, 0, 1, nil].map { $0.map { Speaker.ID($0) } }))
    return transcription
  }

  @Test(
    "Speakers are stored with each word, and another process reads them",
    arguments: TestLibrary.live)
  func roundTrip(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    let before = try await transcribe(in: database)
    let other = try await library.secondClient()
    let read = try #require(try await other.transcription(of: id))
    #expect(read.words.map { $0.speaker?.rawValue } == [0, 0, 1, nil])
    #expect(read.speakers.map(\.likelyName) == ["Anna", nil])
    #expect(read.speakers[0].voice == anna)
    try await other.editSpeakers(id: before.id, with: .name(Speaker.ID(1), "Ben"))
    try await other.editSpeakers(id: before.id, with: .merge(Speaker.ID(0), into: Speaker.ID(1)))
    let merged = try #require(try await database.transcription(of: id))
    #expect(merged.speakers == [Speaker(id: Speaker.ID(1), name: "Ben")])
    #expect(merged.words.map { $0.speaker?.rawValue } == [1, 1, 1, nil])
    #expect(merged.text == before.text)
    #expect(merged.words.map(\.start) == before.words.map(\.start))
    let hits = try await database.search(query: SearchQuery("three"))
    #expect(hits.first?.places.first?.wordIndex == 2)
  }

  @Test("Found turns are stored and change with the words", arguments: TestLibrary.all)
  func turns(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    let id = try await transcribe(in: database).id
    func turns() async throws -> [VoiceTurn]? {
      try await database.transcription(of: self.id)?.details.turns
    }
    #expect(try await turns() == [])
    let found = [
      VoiceTurn(speaker: 0, start: .zero, end: .milliseconds(1_200)),
      VoiceTurn(speaker: 1, start: .seconds(1), end: .seconds(2)),
    ]
    try await database.editSpeakers(
      id: id,
      with: .replace([Speaker(id: 0), Speaker(id: 1)], words: [0, 0, 1, 1], turns: found))
    #expect(try await turns() == found)
    try await database.editSpeakers(id: id, with: .name(0, "Anna"))
    #expect(try await turns() == found)
    let before = try #require(try await database.transcription(of: self.id))
    try await database.editSpeakers(id: id, with: .merge(0, into: 1))
    #expect(try await turns() == [VoiceTurn(speaker: 1, start: .zero, end: .seconds(2))])
    try await database.editSpeakers(id: id, with: before.speakerReplacement)
    #expect(try await turns() == found)
    try await database.editSpeakers(
      id: id, with: .replace([Speaker(id: 0)], words: [0, 0, 0, 0]))
    #expect(try await turns() == [])
  }

  @Test(
    "A stale change changes nothing, and a missing transcript is reported",
    arguments: TestLibrary.live)
  func conflicts(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    let before = try await transcribe(in: database)
    let kept = try await database.transcription(of: id)
    let conflict = await #expect(throws: DatabaseError.self) {
      try await database.editSpeakers(id: before.id, with: .replace([], words: [nil]))
    }
    #expect(
      conflict?.description.hasPrefix("the text of 'Memo' (transcribed with tiny.en, ") == true)
    await #expect(throws: DatabaseError.self) {
      try await database.editSpeakers(
        id: Transcription.ID(.fixed(99)), with: .name(Speaker.ID(0), "Anna"))
    }
    #expect(try await database.transcription(of: id) == kept)
  }

  @Test("Speaker ids out of range are refused", arguments: TestLibrary.all)
  func idsOutOfRange(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    let before = try await transcribe(in: database)
    let kept = try await database.transcription(of: id)
    let speaker = Speaker.ID(Int.max)
    let name = "transcript \(before.id.rawValue.uuidString.lowercased())"
    let conflict = await #expect(throws: DatabaseError.self) {
      try await database.editSpeakers(
        id: before.id,
        with: .replace([Speaker(id: speaker)], words: before.words.map { _ in speaker }))
    }
    #expect(
      conflict?.description.hasPrefix("the text of 'Memo' (transcribed with tiny.en, ") == true)
    await #expect(throws: DatabaseError.notFound("speaker \(Int.max) of \(name)")) {
      try await database.voices.remember(
        of: speaker, in: before.id, name: "Anna", at: Date(timeIntervalSince1970: 5))
    }
    #expect(try await database.transcription(of: id) == kept)
  }

  @Test(
    "A speaker's words are found, with the start of the turn", arguments: TestLibrary.live)
  func search(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    let transcription = try await transcribe(in: database)
    try await database.addMemo(2, saying: "three of nobody's")
    try await database.editSpeakers(
      id: transcription.id, with: .name(Speaker.ID(0), "Zoë Anna"))
    try await database.editSpeakers(id: transcription.id, with: .name(Speaker.ID(1), "100%"))
    let memory = DatabaseClient.inMemory()
    _ = try await memory.archive.adopt(
      try await database.archive.memos(ids: [id, Recording.ID(.fixed(2))]))
    for library in [database, memory] {
      func places(_ text: String) async throws -> [Int] {
        try await library.search(query: SearchQuery(text)).flatMap(\.places).map(\.wordIndex)
      }
      #expect(try await places("three").sorted() == [0, 2])
      #expect(try await places("speaker:100 three") == [2])
      #expect(try await places(#"three speaker:"zoe anna""#) == [])
      #expect(try await places("speaker:zoe") == [0])
      #expect(try await places("Speaker:ZOË one") == [0])
      #expect(try await places("speaker:%") == [])
      #expect(try await places("speaker:anna") == [], "her name begins with another word")
    }
  }

  @Test("Speakers are archived and restored with their memo", arguments: TestLibrary.live)
  func archive(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    _ = try await transcribe(in: database)
    let copy = try await library.newLibrary().database
    _ = try await copy.archive.adopt(try await database.archive.memos(ids: [id]))
    #expect(try await copy.transcription(of: id) == (try await database.transcription(of: id)))
  }
}
