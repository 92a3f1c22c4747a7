import DatabaseClient
import DatabaseClientLive
import Foundation
import SQLite
import SharedModels
import TestLibraries
import Testing

/// Voices are personal data: the traces left after forgetting them.
struct ForgettingTests {
  private let folder: TemporaryFolder
  private let database: DatabaseClient

  init() throws {
    folder = try TemporaryFolder()
    database = .live(at: folder.database, busyTimeout: .milliseconds(50))
  }

  private let anna = Voice.fixed(0.9981234, 0.0612345)
  /// She on another day.
  private let annaAgain = Voice.fixed(0.9312345, 0.3645678)
  private let ben = Voice.fixed(0.0412345, 0.9991234)

  private func remembered(_ name: String, _ voice: Voice) -> RememberedVoice {
    RememberedVoice(name: name, voice: voice, createdAt: Date(timeIntervalSince1970: 5))
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

  @Test("A forgotten voice leaves no bytes in the library's files; others stay")
  func forgotten() async throws {
    try await database.addMemo(1, saidBy: [.fixed(0, name: "Anna", anna), .fixed(1, ben)])
    try await database.addMemo(2, saidBy: [.fixed(0, annaAgain)])
    try await database.remember("Anna", of: 2)
    try await database.remember("Ben", 1, of: 1)
    #expect(try await database.voices.all().map(\.name) == ["Anna", "Ben"])
    #expect(try filesHave(anna) && filesHave(annaAgain))
    #expect(try await database.voices.forget(of: "Anna") == .complete)
    #expect(try await database.voices.all() == [remembered("Ben", ben)])
    #expect(try !filesHave(anna) && !filesHave(annaAgain))
    #expect(try filesHave(ben))
    #expect(
      try await database.speakers(of: 1) == [.fixed(0, name: "Anna", nil), .fixed(1, ben)],
      "what she is called stays")
    #expect(try await database.voices.forget(of: "Anna") == .nothing)
  }

  @Test("Guessed voices, and forgetting all, leave no bytes either")
  func likely() async throws {
    try await database.addMemo(
      1, saidBy: [.fixed(0, likelyName: "Anna", annaAgain), .fixed(1, name: "Ben", ben)])
    try await database.addMemo(2, saidBy: [.fixed(0, name: "ÁNNA", anna)])
    #expect(try filesHave(anna) && filesHave(annaAgain))
    #expect(try await database.voices.forget(of: " anna ") == .complete)
    #expect(try !filesHave(anna) && !filesHave(annaAgain) && filesHave(ben))
    #expect(try await database.voices.forget(of: nil) == .complete)
    #expect(try !filesHave(ben))
  }

  @Test("Voices in replaced transcripts are forgotten, too")
  func earlierTranscripts() async throws {
    try await database.addMemo(1, saidBy: [.fixed(0, name: "Anna", anna)])
    let job = TranscriptionJob.fixed(1)
    try await database.jobs.enqueue(job: job)
    _ = try await database.jobs.claim(among: nil)
    try await database.jobs.append(
      segments: [.spoken("again")], to: job.id, checkpoint: nil, progress: 1)
    try await database.jobs.end(
      id: job.id,
      outcome: .done(
        TranscriptionSummary(engine: TranscriptionEngine(name: "engine", version: "1"), model: "m"),
        at: Date(timeIntervalSince1970: 9)))
    try await database.setSpeakers([.fixed(0, ben)], in: job.recordingID)
    #expect(try filesHave(anna))
    #expect(try await database.voices.forget(of: "Anna") == .complete)
    #expect(try !filesHave(anna))
  }

  @Test(
    "While another program reads, the log is not truncated; this is reported and done later",
    arguments: ["write", "open", "close"])
  func reader(chance: String) async throws {
    try await database.addMemo(1, saidBy: [.fixed(0, name: "Anna", anna)])
    let reader = try Connection(path: folder.database.path, busyTimeout: .zero)
    try reader.execute("BEGIN")
    #expect(try reader.first("SELECT count(*) FROM speakers") { $0.int(0) } == 1)
    #expect(try await database.voices.forget(of: "Anna") == .waiting)
    #expect(try await database.speakers(of: 1).map(\.voice) == [nil])
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

  @Test("Later deletions are overwritten as before")
  func deletedLater() async throws {
    try await database.addMemo(1, saidBy: [.fixed(0, name: "Anna", anna)])
    try await database.addMemo(2, saidBy: [.fixed(0, ben)])
    #expect(try await database.voices.forget(of: "Anna") == .complete)
    let id = Recording.ID(.fixed(2))
    try await database.trash(ids: [id], at: Date(timeIntervalSince1970: 9))
    #expect(try await database.deletePermanently(ids: [id]).count == 1)
    await database.close()
    #expect(try !filesHave(ben))
  }

  @Test("Voices stored by an earlier version keep their network's measure")
  func earlierVersion() async throws {
    try folder.make(EarlierLibrary(.sqlite, version: 9))
    try Connection(path: folder.database.path, busyTimeout: .zero).execute(
      "UPDATE speakers SET likely_name = NULL, embedding = '[0.36,0.93]' WHERE number = 1")
    #expect(try await database.voices.all().map(\.voice.sameLikeness) == [0.83, 0.65])
    #expect(try await database.voices.forget(of: "Ben") == .complete)
    let anna = Voice(model: "resemblyzer", embedding: [1, 0], sameLikeness: 0.83)
    #expect(try await database.speakers(of: 1) == [.fixed(0, name: "Anna", anna), .fixed(1, nil)])
  }
}
