import DatabaseClient
import DatabaseClientLive
import Foundation
import SQLite
import SharedModels
import Testing

/// How somebody sounds is personal data: what is left of it when it is to be forgotten.
struct ForgettingTests {
  private let folder: TemporaryFolder
  private let database: DatabaseClient

  init() throws {
    folder = try TemporaryFolder()
    database = .live(at: folder.database, busyTimeout: .milliseconds(50))
  }

  /// Somebody's voice, by the same network as all others.
  private static func voice(_ x: Float, _ y: Float) -> Voice {
    Voice(model: "voices", embedding: [x, y], sameLikeness: 0.65)
  }

  private let anna = voice(0.9981234, 0.0612345)
  /// She on another day.
  private let annaAgain = voice(0.9312345, 0.3645678)
  private let ben = voice(0.0412345, 0.9991234)

  private func remembered(_ name: String, _ voice: Voice) -> RememberedVoice {
    RememberedVoice(name: name, voice: voice, createdAt: Date(timeIntervalSince1970: 5))
  }

  /// Has the voice of a speaker remembered.
  private func remember(
    _ name: String, _ speaker: Speaker.ID = 0, of memo: UInt8, in library: DatabaseClient? = nil
  ) async throws {
    #expect(
      try await (library ?? database).rememberVoice(
        of: speaker, in: Transcription.ID(.fixed(200 + memo)), name: name,
        at: Date(timeIntervalSince1970: 5)))
  }

  /// A memo whose words are said by these speakers, in turn.
  private func add(
    _ number: UInt8, _ speakers: [Speaker], to library: DatabaseClient? = nil
  ) async throws {
    let library = library ?? database
    try await library.addMemo(
      number, saying: speakers.map { "word\($0.id)" }.joined(separator: " "))
    try await tell(speakers, in: Recording.ID(.fixed(number)), of: library)
  }

  private func tell(
    _ speakers: [Speaker], in memo: Recording.ID, of library: DatabaseClient
  ) async throws {
    let transcription = try #require(try await library.transcription(of: memo))
    try await library.editSpeakers(
      id: transcription.id, with: .replace(speakers, words: speakers.map(\.id)))
  }

  private func speakers(_ number: UInt8, in library: DatabaseClient) async throws -> [Speaker] {
    try await library.transcription(of: Recording.ID(.fixed(number)))?.speakers ?? []
  }

  private func speaker(
    _ number: Int, name: String? = nil, likelyName: String? = nil, _ voice: Voice?
  ) -> Speaker {
    Speaker(id: Speaker.ID(number), name: name, likelyName: likelyName, voice: voice)
  }

  /// Whether any file of the library has a number of that voice.
  private func filesHave(_ voice: Voice) throws -> Bool {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
      .filter { $0.hasPrefix(folder.database.lastPathComponent) }
    return try names.contains { name in
      let bytes = try Data(contentsOf: folder.url.appendingPathComponent(name))
      return voice.embedding.contains { bytes.range(of: Data("\($0)".utf8)) != nil }
    }
  }

  @Test("Of a voice that is forgotten no byte is left in the library's files; others stay")
  func forgotten() async throws {
    try await add(1, [speaker(0, name: "Anna", anna), speaker(1, ben)])
    try await add(2, [speaker(0, annaAgain)])
    try await remember("Anna", of: 2)
    try await remember("Ben", 1, of: 1)
    #expect(try await database.voices().map(\.name) == ["Anna", "Ben"])
    #expect(try filesHave(anna) && filesHave(annaAgain))
    #expect(try await database.forgetVoices(of: "Anna") == .complete)
    #expect(try await database.voices() == [remembered("Ben", ben)])
    #expect(try !filesHave(anna) && !filesHave(annaAgain))
    #expect(try filesHave(ben))
    #expect(
      try await speakers(1, in: database) == [speaker(0, name: "Anna", nil), speaker(1, ben)],
      "what she is called stays")
    #expect(try await database.forgetVoices(of: "Anna") == .nothing)
  }

  @Test("She is forgotten where she is only likely she, has no name, or is spelled otherwise")
  func everywhere() async throws {
    for library in [database, .inMemory()] {
      try await add(1, [speaker(0, likelyName: "Anna", annaAgain), speaker(1, ben)], to: library)
      try await add(2, [speaker(0, name: "ÁNNA", anna)], to: library)
      try await add(3, [speaker(0, annaAgain), speaker(1, likelyName: "Ben", ben)], to: library)
      try await add(4, [speaker(0, likelyName: "anna", nil)], to: library)
      // A person has said that it is somebody else.
      try await add(5, [speaker(0, name: "Hanna", anna)], to: library)
      try await remember("Anna", of: 2, in: library)
      #expect(try await library.forgetVoices(of: " anna ") == .complete)
      #expect(try await library.voices() == [])
      #expect(try await speakers(1, in: library) == [speaker(0, nil), speaker(1, ben)])
      #expect(try await speakers(2, in: library) == [speaker(0, name: "ÁNNA", nil)])
      #expect(
        try await speakers(3, in: library)
          == [speaker(0, nil), speaker(1, likelyName: "Ben", ben)])
      #expect(try await speakers(4, in: library) == [speaker(0, nil)])
      #expect(try await speakers(5, in: library) == [speaker(0, name: "Hanna", anna)])
    }
    #expect(try !filesHave(annaAgain))
  }

  @Test("A voice takes the place of one of the same name, however that is spelled")
  func spelling() async throws {
    for library in [database, .inMemory()] {
      try await add(1, [speaker(0, anna), speaker(1, ben), speaker(2, nil)], to: library)
      try await remember("Zoe", of: 1, in: library)
      try await remember("ZOË", 1, of: 1, in: library)
      #expect(try await library.voices() == [remembered("ZOË", ben)])
      let (id, date) = (Transcription.ID(.fixed(201)), Date(timeIntervalSince1970: 5))
      #expect(
        try await !library.rememberVoice(of: 2, in: id, name: "Zoe", at: date), "it was not kept")
      await #expect(throws: DatabaseError.self) {
        _ = try await library.rememberVoice(of: 3, in: id, name: "Zoe", at: date)
      }
      await #expect(throws: DatabaseError.self) {
        _ = try await library.rememberVoice(
          of: 0, in: Transcription.ID(.fixed(99)), name: "Zoe", at: date)
      }
      #expect(try await library.voices() == [remembered("ZOË", ben)])
    }
  }

  @Test(
    "Who is told apart is recognized as it is kept, and not any more once the voice is forgotten")
  func recognized() async throws {
    for library in [database, .inMemory()] {
      try await add(1, [speaker(0, name: "Anna", anna)], to: library)
      try await remember("Anna", of: 1, in: library)
      let found = [speaker(0, annaAgain), speaker(1, ben), speaker(2, likelyName: "Cleo", anna)]
      try await add(2, found, to: library)
      #expect(
        try await speakers(2, in: library).map(\.likelyName) == ["Anna", nil, "Cleo"])
      #expect(try await library.forgetVoices(of: "Anna") == .complete)
      try await tell(found, in: Recording.ID(.fixed(2)), of: library)
      #expect(try await speakers(2, in: library).map(\.likelyName) == [nil, nil, "Cleo"])
    }
  }

  @Test("What transcripts have that others took the place of is forgotten, too")
  func earlierTranscripts() async throws {
    try await add(1, [speaker(0, name: "Anna", anna)])
    let job = TranscriptionJob.fixed(1)
    try await database.enqueue(job: job)
    _ = try await database.claimJob(among: nil)
    try await database.appendSegments(
      segments: [.spoken("again")], to: job.id, checkpoint: nil, progress: 1)
    try await database.endJob(
      id: job.id,
      outcome: .done(
        engine: TranscriptionEngine(name: "engine", version: "1"), model: "m", language: nil,
        at: Date(timeIntervalSince1970: 9)))
    try await tell([speaker(0, ben)], in: job.recordingID, of: database)
    #expect(try filesHave(anna))
    #expect(try await database.forgetVoices(of: "Anna") == .complete)
    #expect(try !filesHave(anna))
  }

  @Test("All voices are forgotten at once, and nobody is likely anybody any more")
  func all() async throws {
    for library in [database, .inMemory()] {
      try await add(1, [speaker(0, name: "Anna", anna), speaker(1, ben)], to: library)
      try await add(2, [speaker(0, likelyName: "Ben", ben)], to: library)
      try await add(3, [speaker(0, annaAgain)], to: library)
      try await remember("Cleo", of: 3, in: library)
      #expect(try await library.forgetVoices(of: nil) == .complete)
      #expect(try await library.voices() == [])
      #expect(
        try await speakers(1, in: library) == [speaker(0, name: "Anna", nil), speaker(1, nil)])
      #expect(try await speakers(2, in: library) == [speaker(0, nil)])
      #expect(try await library.forgetVoices(of: nil) == .nothing)
    }
    #expect(try !filesHave(anna) && !filesHave(ben) && !filesHave(annaAgain))
  }

  @Test(
    "While another program reads, the log cannot be emptied: it is said, and done at the next chance",
    arguments: ["write", "open", "close"])
  func reader(chance: String) async throws {
    try await add(1, [speaker(0, name: "Anna", anna)])
    let reader = try Connection(path: folder.database.path, busyTimeout: .zero)
    try reader.execute("BEGIN")
    #expect(try reader.first("SELECT count(*) FROM speakers") { $0.int(0) } == 1)
    #expect(try await database.forgetVoices(of: "Anna") == .waiting)
    #expect(try await speakers(1, in: database).map(\.voice) == [nil])
    #expect(try filesHave(anna), "the reader sees the library as it was")
    try await database.addMemo(2, saying: "hello")
    #expect(try filesHave(anna), "the reader is still there")
    try reader.execute("COMMIT")
    switch chance {
    case "write": try await database.addMemo(3, saying: "hello")
    case "open":
      // As another process that opens the library does.
      let other = DatabaseClient.live(at: folder.database)
      #expect(try await other.recordings(matching: RecordingQuery()).count == 2)
    default: await database.close()
    }
    #expect(try !filesHave(anna))
    #expect(try reader.first("SELECT count(*) FROM erasures") { $0.int(0) } == 0)
  }

  @Test("What is deleted later is overwritten as before")
  func deletedLater() async throws {
    try await add(1, [speaker(0, name: "Anna", anna)])
    try await add(2, [speaker(0, ben)])
    #expect(try await database.forgetVoices(of: "Anna") == .complete)
    let id = Recording.ID(.fixed(2))
    try await database.trash(ids: [id], at: Date(timeIntervalSince1970: 9))
    #expect(try await database.forget(ids: [id]).count == 1)
    await database.close()
    #expect(try !filesHave(ben))
  }

  @Test("Voices that an earlier version has kept are told apart by their network's own measure")
  func earlierVersion() async throws {
    try await add(1, [speaker(0, annaAgain)])
    try await add(2, [speaker(0, anna)])
    try await remember("Anna", of: 2)
    let older = DatabaseClient.live(at: try folder.olderLibrary(without: "same_likeness"))
    let file = try Connection(
      path: folder.url.appendingPathComponent("old.sqlite").path, busyTimeout: .zero)
    try file.execute(
      "UPDATE speakers SET model = 'campplus'; UPDATE voices SET model = 'campplus'")
    #expect(try await older.voices().map(\.voice.sameLikeness) == [0.65])
    #expect(try await older.forgetVoices(of: "Anna") == .complete)
    #expect(try await speakers(1, in: older) == [speaker(0, nil)])
  }
}
