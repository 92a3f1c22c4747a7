import Csqlite3
import DatabaseClient
@testable import DatabaseClientLive
import Foundation
import LibraryFolder
import SQLite
import SharedModels
import TestLibraries
import Testing

/// Operations on an unusable library leave it unchanged and report the problem.
struct BadLibraryTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func error(
    _ work: () async throws -> Void
  ) async -> DatabaseError? {
    do {
      try await work()
      return nil
    } catch {
      return error as? DatabaseError
    }
  }

  @Test("A file that is not a database is left unchanged")
  func noDatabase() async throws {
    let bytes = Data("This is a shopping list, and a rather long one: eggs, milk, bread.".utf8)
    try bytes.write(to: folder.database)
    let database = DatabaseClient.live(at: folder.database)
    let failure = await error { _ = try await database.recordings(matching: RecordingQuery()) }
    guard case .corrupt(let path, _)? = failure
    else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(path == folder.database.path)
    #expect(try Data(contentsOf: folder.database) == bytes)
  }

  @Test("A corrupt database is reported and not used")
  func damaged() async throws {
    let database = DatabaseClient.live(at: folder.database)
    for number in 1...200 as ClosedRange<UInt8> {
      try await database.addMemo(number, saying: String(repeating: "word ", count: 50))
    }
    try checkpoint()
    var bytes = try Data(contentsOf: folder.database)
    let damage = (bytes.count / 4)..<(bytes.count / 4 * 3)
    bytes.replaceSubrange(damage, with: Data(repeating: 0xA5, count: damage.count))
    try bytes.write(to: folder.database)
    let reopened = DatabaseClient.live(at: folder.database)
    let problems = await error {
      let problems = try await reopened.integrityProblems()
      if !problems.isEmpty { throw DatabaseError.corrupt(path: "", detail: problems[0]) }
    }
    guard case .corrupt? = problems
    else {
      Issue.record("\(String(describing: problems))")
      return
    }
  }

  @Test("A library from a newer version is not touched")
  func newer() async throws {
    let database = DatabaseClient.live(at: folder.database)
    try await database.addMemo(1, saying: "hello")
    try raw("PRAGMA user_version = 99")
    let failure = await error {
      let reopened = DatabaseClient.live(at: folder.database)
      _ = try await reopened.recordings(matching: RecordingQuery())
    }
    #expect(
      failure
        == .newerVersion(path: folder.database.path, found: 99, supported: Migrations.newest))
    #expect(failure?.description.contains("update SpeechMemo") == true)
  }

  @Test("A library of a negative version is damaged")
  func negativeVersion() async throws {
    try await DatabaseClient.live(at: folder.database).addMemo(1, saying: "hello")
    try raw("PRAGMA user_version = -1")
    let failure = await error {
      let reopened = DatabaseClient.live(at: folder.database)
      _ = try await reopened.recordings(matching: RecordingQuery())
    }
    #expect(
      failure == .corrupt(path: folder.database.path, detail: "invalid format version -1"))
  }

  @Test("A locked library is reported as busy, and usable afterwards")
  func busy() async throws {
    let database = DatabaseClient.live(at: folder.database, busyTimeout: .zero)
    try await database.addMemo(1, saying: "hello")
    var handle: OpaquePointer?
    #expect(sqlite3_open(folder.database.path, &handle) == SQLITE_OK)
    #expect(sqlite3_exec(handle, "BEGIN EXCLUSIVE", nil, nil, nil) == SQLITE_OK)
    let failure = await error { try await database.addMemo(2, saying: "hello") }
    #expect(failure == .busy(path: folder.database.path))
    sqlite3_close(handle)
    try await database.addMemo(2, saying: "hello")
    #expect(try await database.recordings(matching: RecordingQuery()).count == 2)
  }

  @Test("A full disk leaves the library unchanged")
  func full() async throws {
    let database = DatabaseClient.live(at: folder.database)
    try await database.addMemo(1, saying: "hello")
    let small = DatabaseClient.live(at: folder.database, maximumPageCount: 1)
    let failure = await error {
      for number in 2...255 as ClosedRange<UInt8> {
        try await small.addMemo(number, saying: String(repeating: "word ", count: 200))
      }
    }
    #expect(failure == .diskFull(path: folder.database.path))
    let kept = try await database.recordings(matching: RecordingQuery())
    #expect(kept.last?.id.rawValue == .fixed(1))
    for recording in kept {
      #expect(try await database.transcription(of: recording.id) != nil, "whole, or not there")
    }
    #expect(try await database.integrityProblems().isEmpty)
  }

  @Test("On a full disk, a new memo leaves the reserve for a move to the trash")
  func reserve() async throws {
    let database = DatabaseClient.live(at: folder.database)
    try await database.addMemo(1, saying: "a")
    await database.close()
    let reserve = LibraryFolder(root: folder.url).reserve
    try Data(count: 4096).write(to: reserve)
    let small = DatabaseClient.live(at: folder.database, maximumPageCount: 1)
    let full = DatabaseError.diskFull(path: folder.database.path)
    await #expect(throws: full) {
      try await small.addMemo(255, saying: String(repeating: "word ", count: 2000))
    }
    #expect(FileManager.default.fileExists(atPath: reserve.path))
  }

  @Test(
    "A column with invalid content is reported in one line",
    arguments: [
      "duration = 9e999", "duration = -1e300", "tags = 'work'", "id = '17'",
    ])
  func oddColumn(assignment: String) async throws {
    let database = DatabaseClient.live(at: folder.database)
    try await database.addMemo(1, saying: "hello")
    try raw("UPDATE recordings SET \(assignment)")
    let failure = await error { _ = try await database.recordings(matching: RecordingQuery()) }
    guard case .corrupt(folder.database.path, _)? = failure
    else {
      Issue.record("\(String(describing: failure))")
      return
    }
  }

  @Test("A segment of any position is searched", arguments: [Int.min, -2, Int.max])
  func oddPosition(position: Int) async throws {
    let database = DatabaseClient.live(at: folder.database)
    try await database.addMemo(1, saying: "hello")
    try raw("UPDATE segments SET position = \(position)")
    let hits = try await database.search(query: SearchQuery("hello"))
    #expect(hits.count == 1)
  }

  @Test("A library that another process is creating is awaited for the timeout")
  func newlyMade() async throws {
    let timeout = Duration.milliseconds(60)
    let database = DatabaseClient.live(at: folder.database, busyTimeout: timeout)
    var handle: OpaquePointer?
    defer { sqlite3_close(handle) }
    #expect(sqlite3_open(folder.database.path, &handle) == SQLITE_OK)
    #expect(sqlite3_exec(handle, "BEGIN IMMEDIATE", nil, nil, nil) == SQLITE_OK)
    let start = ContinuousClock.now
    let failure = await error { _ = try await database.audioFileNames() }
    #expect(failure == .busy(path: folder.database.path))
    #expect(ContinuousClock.now - start >= timeout)
    #expect(sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) == SQLITE_OK)
    #expect(try await database.audioFileNames() == [])
  }

  @Test("A library with audio has lost its database if the file is missing")
  func lost() async throws {
    let library = LibraryFolder(root: folder.url)
    let database = DatabaseClient.live(at: library.database)
    #expect(throws: Never.self) { try database.checkFile() }
    try LibraryFolder.make(library.audio)
    try Data().write(to: library.audioFile(named: ".new-1"))
    #expect(throws: Never.self) { try database.checkFile() }
    try Data().write(to: library.audioFile(named: "1.flac"))
    #expect(throws: DatabaseError.missing(path: library.database.path)) {
      try database.checkFile()
    }
    #expect(!FileManager.default.fileExists(atPath: library.database.path))
    _ = try await database.audioFileNames()
    #expect(throws: Never.self) { try database.checkFile() }
  }

  @Test("A read-only disk and a file system without locks are reported as such")
  func disks() {
    #expect(
      DatabaseError(SQLiteError(code: 8, message: "attempt to write"), path: "/l")
        == .readOnly(path: "/l"))
    let error = DatabaseError(
      SQLiteError(code: 5, message: "database is locked", systemCode: ENOLCK), path: "/l")
    #expect(error == .unavailable(path: "/l", detail: "its file system does not support locks"))
  }

  @Test("A missing folder is created")
  func newFolder() async throws {
    let url = folder.url.appendingPathComponent("new/folder/library.sqlite")
    #expect(try await DatabaseClient.live(at: url).recordings(matching: RecordingQuery()) == [])
  }

  @Test("A folder that cannot be created is reported")
  func noFolder() async throws {
    try Data().write(to: folder.url.appendingPathComponent("file"))
    let url = folder.url.appendingPathComponent("file/library.sqlite")
    let failure = await error {
      _ = try await DatabaseClient.live(at: url).recordings(matching: RecordingQuery())
    }
    guard case .unavailable(url.path, _)? = failure
    else {
      Issue.record("\(String(describing: failure))")
      return
    }
  }

  private func raw(_ sql: String) throws {
    var handle: OpaquePointer?
    defer { sqlite3_close(handle) }
    try #require(sqlite3_open(folder.database.path, &handle) == SQLITE_OK)
    try #require(sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK)
  }

  /// Brings what stands in the write-ahead log into the database file.
  private func checkpoint() throws {
    try raw("PRAGMA wal_checkpoint(TRUNCATE)")
  }
}
