import DatabaseClient
import Foundation
import SQLite
import SharedModels
import TestLibraries
import Testing

@testable import DatabaseClientLive

/// What is true of a library that is a file. What all libraries do is in `DatabaseTests`.
@Suite(.timeLimit(.minutes(10)))
struct LibraryFileTests {
  private let folder: TemporaryFolder
  private let database: DatabaseClient

  init() throws {
    folder = try TemporaryFolder()
    database = .live(at: folder.database, busyTimeout: .zero)
  }

  @Test("A library that cannot be written can still be read with a token")
  func notWritten() async throws {
    let start = Date(timeIntervalSince1970: 1_790_000_000)
    let token = AccessToken(name: "a", scopes: [.read], createdAt: start)
    _ = try await database.addAccessToken(token: token, sha256: "a")
    let other = try Connection(path: folder.database.path, busyTimeout: .zero)
    try other.run("BEGIN IMMEDIATE")
    #expect(try await database.accessToken(sha256: "a", usedAt: start) == token)
    try other.run("ROLLBACK")
    #expect(try await database.accessToken(sha256: "a", usedAt: start)?.lastUsedAt == start)
  }

  @Test("A revision stays while nothing changes, and is another one after each change of anybody's")
  func revision() async throws {
    #expect(database.revision() == nil, "there is no library yet")
    let other = DatabaseClient.live(at: folder.database)
    try await database.insert(recording: .fixed(1), job: .fixed(1))
    var revisions = [try #require(database.revision())]
    _ = try await database.recordings(matching: RecordingQuery())
    #expect(database.revision() == revisions.last)
    try await database.update(recording: .fixed(1, title: "Other"))
    revisions.append(try #require(database.revision()))
    try await other.update(recording: .fixed(1, title: "Third"))
    revisions.append(try #require(database.revision()))
    _ = try await other.claimJob(among: nil)
    revisions.append(try #require(database.revision()))
    #expect(Set(revisions).count == 4)
    // What counts them may have to begin again.
    await database.close()
    revisions.append(try #require(database.revision()))
    #expect(Set(revisions).count == 5)
    await database.close()
    await other.close()
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(!files.contains { $0.hasSuffix("-wal") }, "\(files)")
  }

  @Test("A job that an earlier version began goes on after its segments")
  func earlierVersion() async throws {
    try await database.insert(recording: .fixed(1), job: .fixed(1))
    let job = try #require(try await database.claimJob(among: nil))
    try await database.appendSegments(
      segments: [.spoken("hello there")], to: job.id, checkpoint: nil, progress: 0.5)
    try await database.endJob(id: job.id, outcome: .interrupted)

    let old = folder.url.appendingPathComponent("old.sqlite")
    let steps = Array(Migrations.all.prefix { !$0.contains("checkpoint") })
    let connection = try Connection(path: old.path, busyTimeout: .zero)
    for step in steps { try connection.execute(step) }
    let columns = """
      row, id, recording, transcription, state, owner, attempts, model, settings, transcribed_ms,
      reason, created_at, updated_at
      """
    try connection.execute(
      """
      ATTACH '\(folder.database.path)' AS new;
      INSERT INTO recordings SELECT * FROM new.recordings;
      INSERT INTO texts SELECT * FROM new.texts;
      INSERT INTO transcriptions SELECT * FROM new.transcriptions;
      INSERT INTO segments SELECT * FROM new.segments;
      INSERT INTO jobs (\(columns)) SELECT \(columns) FROM new.jobs;
      DETACH new;
      PRAGMA user_version = \(steps.count);
      """)

    let database = DatabaseClient.live(at: old)
    let again = try #require(try await database.claimJob(among: nil))
    #expect(again.id == job.id && again.checkpoint == nil)
    #expect(again.transcribedUntil == .seconds(1))
    #expect(try await database.keptSegments(of: job.id, after: 0) == [.spoken("hello there")])
    try await database.appendSegments(
      segments: [.spoken("goodbye", from: .seconds(1))], to: job.id, checkpoint: .fixed,
      progress: 1)
    #expect(try await database.job(of: job.recordingID)?.checkpoint == .fixed)
    #expect(try await database.integrityProblems() == [])
  }

  @Test("A damaged library says so where its words are counted")
  func damaged() async throws {
    try Data(repeating: 7, count: 8192).write(to: folder.database)
    await #expect(throws: DatabaseError.self) {
      _ = try await database.wordStatistics(mostFrequent: 1)
    }
  }

  @Test("Of a voice that is forgotten no byte is left in the library's files")
  func forgetting() async throws {
    let id = Recording.ID(.fixed(1))
    let anna = Voice(model: "voices", embedding: [0.123456, 0.654321])
    try await database.addMemo(1, saying: "one two")
    let before = try #require(try await database.transcription(of: id))
    try await database.editSpeakers(
      id: before.id,
      with: .replace(
        [Speaker(id: Speaker.ID(0), voice: anna), Speaker(id: Speaker.ID(1))], words: [0, 1]))
    try await database.editSpeakers(id: before.id, with: .name(Speaker.ID(0), "Anna"))
    try await database.rememberVoice(
      voice: RememberedVoice(
        name: "Anna", voice: anna, createdAt: Date(timeIntervalSince1970: 5)))
    let other = RememberedVoice(
      name: "Ben", voice: Voice(model: "voices", embedding: [0.777123, 0.1]),
      createdAt: Date(timeIntervalSince1970: 6))
    try await database.rememberVoice(voice: other)
    #expect(try await database.voices().map(\.name) == ["Anna", "Ben"])
    #expect(try bytes(contain: "0.654321"))
    #expect(try await database.forgetVoice(name: "Anna"))
    #expect(try await database.voices() == [other])
    #expect(try !bytes(contain: "0.654321"))
    #expect(try bytes(contain: "0.777123"))
    let speakers = try await database.transcription(of: id)?.speakers
    #expect(speakers?.map(\.name) == ["Anna", nil], "what she is called stays")
    #expect(speakers?.allSatisfy { $0.voice == nil } == true)
    #expect(try await !database.forgetVoice(name: "Anna"))
  }

  /// Whether any file of the library has that text.
  private func bytes(contain text: String) throws -> Bool {
    let parent = folder.database.deletingLastPathComponent()
    let names = try FileManager.default.contentsOfDirectory(atPath: parent.path)
    return try names.filter { $0.hasPrefix(folder.database.lastPathComponent) }.contains { name in
      try Data(contentsOf: parent.appendingPathComponent(name)).range(of: Data(text.utf8)) != nil
    }
  }
}
