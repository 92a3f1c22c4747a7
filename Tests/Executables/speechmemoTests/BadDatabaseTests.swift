import Csqlite3
import Foundation
import Testing

/// Databases that are in use, damaged, or of another time.
struct BadDatabaseTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.run("import", try sandbox.file("old.wav", Sound.tone(300))).expectSuccess()
  }

  private var database: URL { sandbox.home.appendingPathComponent("library.sqlite") }

  /// Runs statements on the library's database and keeps it open.
  private func withDatabase(_ statements: String, while work: () throws -> Void = {}) throws {
    var connection: OpaquePointer?
    try #require(sqlite3_open(database.path, &connection) == SQLITE_OK)
    defer { sqlite3_close(connection) }
    try #require(sqlite3_exec(connection, statements, nil, nil, nil) == SQLITE_OK)
    try work()
  }

  @Test("A locked database is reported as busy, and nothing is left behind")
  func locked() throws {
    let path = try sandbox.file("new.wav", Sound.tone())
    try withDatabase("BEGIN IMMEDIATE") {
      try sandbox.run("import", path).expectComplaint(saying: "the library is busy")
    }
    try sandbox.expectWhole(memoCount: 1)
    try sandbox.run("import", path).expectSuccess()
    try sandbox.expectWhole(memoCount: 2)
  }

  @Test("A file that is not a database is reported as damaged and stays")
  func noDatabase() throws {
    for name in ["library.sqlite-wal", "library.sqlite-shm"] {
      try? FileManager.default.removeItem(at: sandbox.home.appendingPathComponent(name))
    }
    let damage = Data(repeating: 0x58, count: 10_000)
    try damage.write(to: database)
    let path = try sandbox.file("new.wav", Sound.tone())
    let files = sandbox.soundFiles()
    try sandbox.run("import", path).expectComplaint(saying: "is damaged", database.path)
    try sandbox.run("list").expectComplaint(saying: "is damaged")
    #expect(try Data(contentsOf: database) == damage)
    #expect(sandbox.soundFiles() == files)
    let doctor = try sandbox.run("doctor")
    #expect(doctor.status == 1 && doctor.output.contains("is damaged"))
  }

  @Test("A truncated database is reported as damaged")
  func damagedPages() throws {
    try withDatabase("PRAGMA wal_checkpoint(TRUNCATE)")
    var bytes = try Data(contentsOf: database)
    try #require(bytes.count > 16_384)
    bytes.replaceSubrange(4_096..<bytes.count, with: Data(count: bytes.count - 4_096))
    try bytes.write(to: database)
    let files = sandbox.soundFiles()
    try sandbox.run("import", try sandbox.file("new.wav", Sound.tone()))
      .expectComplaint(saying: "is damaged")
    #expect(sandbox.soundFiles() == files)
  }

  @Test("A database of a newer version stays unchanged")
  func newerVersion() throws {
    try withDatabase("PRAGMA user_version = 99; PRAGMA wal_checkpoint(TRUNCATE)")
    let bytes = try Data(contentsOf: database)
    let files = sandbox.soundFiles()
    try sandbox.run("import", try sandbox.file("new.wav", Sound.tone()))
      .expectComplaint(saying: "newer SpeechMemo", "update SpeechMemo")
    try sandbox.run("list").expectComplaint(saying: "newer SpeechMemo")
    #expect(try Data(contentsOf: database) == bytes)
    #expect(sandbox.soundFiles() == files)
  }

  @Test("An empty database file becomes a new library")
  func emptyDatabase() throws {
    for name in ["library.sqlite-wal", "library.sqlite-shm"] {
      try? FileManager.default.removeItem(at: sandbox.home.appendingPathComponent(name))
    }
    try Data().write(to: database)
    try sandbox.run("recover").expectSuccessWithNotes()
    #expect(try sandbox.text(of: "old") == "one two three four")
    try sandbox.expectWhole(memoCount: 1)
  }

  @Test("A memo without its audio is reported")
  func soundGone() throws {
    let memo = try #require(try sandbox.memos().first)
    let name = try #require(memo["file"] as? String)
    try FileManager.default.removeItem(at: sandbox.home.appendingPathComponent("audio/\(name)"))
    try sandbox.run("retry", try #require(memo["id"] as? String))
      .expectComplaint(saying: "the audio of this memo is missing")
  }
}

extension Sandbox.Outcome {
  func expectSuccessWithNotes(sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(status == 0, "\(error)", sourceLocation: sourceLocation)
  }
}
