import DatabaseClient
import Foundation
import SQLite
import SharedModels
import TestLibraries
import Testing

@testable import DatabaseClientLive

/// Libraries that programs of earlier versions have made.
struct UpgradeTests {
  private let folder: TemporaryFolder
  private let database: DatabaseClient

  init() throws {
    folder = try TemporaryFolder()
    database = .live(at: folder.database)
  }

  @Test("A library of each version is read and used", arguments: 1...Migrations.newest)
  func each(version: Int) async throws {
    let library = EarlierLibrary(.sqlite, version: version)
    try folder.make(library)
    #expect(try await library.contents(of: database) == library.contents)

    #expect(try await database.jobs.claim(among: nil)?.id == library.queuedJob.id)
    let running = try #require(try await database.jobs.claim(among: nil))
    #expect(running.id == library.runningJob.id && running.attempts == 2)
    #expect(running.checkpoint == library.runningJob.checkpoint)
    try await database.jobs.append(
      segments: [.spoken("and resumed", from: .milliseconds(1500))], to: running.id,
      checkpoint: nil, progress: 1)
    try await database.jobs.end(
      id: running.id,
      outcome: .done(TranscriptionSummary(), at: Date(timeIntervalSince1970: 100)))
    #expect(
      try await database.transcription(of: running.recordingID)?.text
        == "where it stopped and resumed")

    if library.contents.webhook != nil {
      let event = try await database.webhookEvents.claim(
        at: Date(timeIntervalSince1970: 100), until: Date(timeIntervalSince1970: 200))
      #expect(
        event
          == WebhookEvent(
            id: "msg_1", attempts: 3, body: #"{"type":"transcript.failed"}"#,
            createdAt: Date(timeIntervalSince1970: 40)))
    }
    try await database.addMemo(8, title: "New", saying: "今日 は 晴れ")
    #expect(try await database.search(query: SearchQuery("日は")).count == 1)
    #expect(try await database.integrityProblems() == [])
  }

  @Test("A migrated library has the schema of a new one", arguments: 1..<Migrations.newest)
  func schema(version: Int) async throws {
    try folder.make(EarlierLibrary(.sqlite, version: version))
    _ = try await database.audioFileNames()
    let new = folder.url.appendingPathComponent("new.sqlite")
    _ = try await DatabaseClient.live(at: new).audioFileNames()
    #expect(try schema(of: folder.database) == schema(of: new))
  }

  /// Without comments and layout, which may have changed.
  private func schema(of url: URL) throws -> [String] {
    try Connection(path: url.path, busyTimeout: .seconds(5), isReadOnly: true).query(
      "SELECT type, name, coalesce(sql, '') FROM sqlite_master ORDER BY type, name"
    ) { row in
      let sql = row.text(2).replacing(/--.*/, with: "").split(whereSeparator: \.isWhitespace)
      return "\(row.text(0)) \(row.text(1)): \(sql.joined(separator: " "))"
    }
  }

  @Test("A session of an earlier version belongs to no token and ends after 90 days without use")
  func sessions() async throws {
    try folder.make(EarlierLibrary(.sqlite, version: 14))
    try Connection(path: folder.database.path, busyTimeout: .zero).execute(
      """
      INSERT INTO access_tokens (name, sha256, scopes, created_at, used_at)
      VALUES ('Browser, DATE', 'old', 'read', 60, 70)
      """)
    let used = Date(timeIntervalSince1970: 70)
    let session = try await database.access.tokens().first
    #expect(session?.name == "Browser, DATE" && session?.kind == .session)
    #expect(session?.parent == nil && session?.endsAt == used + 90 * 86_400)
    #expect(try await database.access.token(sha256: "old", usedAt: used + 90 * 86_400) == nil)
    #expect(try await database.access.token(sha256: "old", usedAt: used + 89 * 86_400) != nil)
  }

  @Test("A token of a later version's kind opens nothing")
  func laterKind() async throws {
    let first = AccessToken(
      name: "first", scopes: [.read], createdAt: Date(timeIntervalSince1970: 1))
    #expect(try await database.access.addToken(token: first, sha256: "first"))
    try Connection(path: folder.database.path, busyTimeout: .seconds(5)).execute(
      """
      INSERT INTO access_tokens (name, sha256, scopes, created_at, kind)
      VALUES ('later', 'later', 'read admin', 60, 'robot')
      """)
    let later = AccessToken(
      name: "later", scopes: [], createdAt: Date(timeIntervalSince1970: 60), kind: .code)
    #expect(try await database.access.tokens() == [first, later])
  }

  @Test("A backup of each version is read and stays unchanged", arguments: 1...Migrations.newest)
  func backup(version: Int) async throws {
    let library = EarlierLibrary(.sqlite, version: version)
    try folder.make(library)
    let before = try Data(contentsOf: folder.database)
    let other = DatabaseClient.live(at: folder.url.appendingPathComponent("other.sqlite"))
    let backup = other.archive.contents(of: folder.database)
    #expect(try await library.contents(of: backup) == library.contents)
    #expect(try Data(contentsOf: folder.database) == before)
  }

  @Test("A library of the next version is refused and stays unchanged")
  func next() async throws {
    try folder.make(EarlierLibrary(.sqlite, version: Migrations.newest))
    try Connection(path: folder.database.path, busyTimeout: .zero)
      .execute("PRAGMA user_version = \(Migrations.newest + 1)")
    let files = try files(of: folder)
    try await expectRefusal(in: folder)
    #expect(try self.files(of: folder) == files)
  }

  @Test("The log of a library of the next version stays unchanged")
  func nextAfterCrash() async throws {
    try folder.make(EarlierLibrary(.sqlite, version: Migrations.newest))
    let newer = try Connection(path: folder.database.path, busyTimeout: .zero)
    try newer.execute("PRAGMA user_version = \(Migrations.newest + 1)")
    let crashed = try TemporaryFolder()
    // Closing the connection would move the log into the file.
    try withExtendedLifetime(newer) {
      for name in ["library.sqlite", "library.sqlite-wal"] {
        try FileManager.default.copyItem(
          at: folder.url.appendingPathComponent(name),
          to: crashed.url.appendingPathComponent(name))
      }
    }
    let files = try files(of: crashed)
    try #require(files.count == 2)
    try await expectRefusal(in: crashed)
    #expect(try self.files(of: crashed).filter { files.keys.contains($0.key) } == files)
  }

  @Test("A program that has the library open while a newer one migrates it can only read")
  func nextWhileOpen() async throws {
    try await database.addMemo(1, saying: "before")
    try Connection(path: folder.database.path, busyTimeout: .seconds(5))
      .execute("PRAGMA user_version = \(Migrations.newest + 1)")
    await #expect(
      throws: DatabaseError.newerVersion(
        path: folder.database.path, found: Migrations.newest + 1, supported: Migrations.newest)
    ) {
      try await database.addMemo(2, saying: "after")
    }
    #expect(try await database.recordings(matching: RecordingQuery()).count == 1)
  }

  private func expectRefusal(in folder: TemporaryFolder) async throws {
    let database = DatabaseClient.live(at: folder.database)
    for _ in 1...2 {
      let error = await #expect(throws: DatabaseError.self) {
        _ = try await database.recordings(matching: RecordingQuery())
      }
      #expect(
        error
          == .newerVersion(
            path: folder.database.path, found: Migrations.newest + 1,
            supported: Migrations.newest))
      #expect(error?.description.contains("\n") == false)
    }
  }

  private func files(of folder: TemporaryFolder) throws -> [String: Data] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    return try Dictionary(
      uniqueKeysWithValues: names.map {
        ($0, try Data(contentsOf: folder.url.appendingPathComponent($0)))
      })
  }
}

extension TemporaryFolder {
  /// Makes a library in ``database``.
  func make(_ library: EarlierLibrary) throws {
    let connection = try Connection(path: database.path, busyTimeout: .zero)
    for script in try library.scripts { try connection.execute(script) }
  }
}
