import DatabaseClient
import Foundation
import PostgreSQL
import SharedModels
import TestLibraries
import TestPostgres
import Testing

@testable import DatabaseClientPostgres

/// Tables that come to a newer shape while programs are at work.
@Suite(.enabled(if: TestPostgres.isInstalled, "\(TestPostgres.installHint)"))
struct MigrationTests {
  private let database: TestDatabase
  private let role = TestDatabase.role

  init() async throws {
    database = try await TestDatabase(on: .shared(), isMigrated: false)
  }

  /// The number of the newest step of this version.
  private let now = PostgresMigration.newest

  /// A step of a version that is still to come: the first, or the one after that.
  private func later(
    _ number: Int, oldestWriter: Int, _ statements: [String]
  ) -> PostgresMigration {
    PostgresMigration(
      number: now + number, name: "Step \(number)", oldestWriter: oldestWriter,
      statements: statements)
  }

  private func migrate(_ steps: PostgresMigration...) async throws -> [String] {
    try await PostgresSchema.migrate(
      database.owner, servedBy: role, by: PostgresMigration.all + steps)
  }

  @Test("Concurrent programs run each migration once")
  func together() async throws {
    let names = try await withThrowingTaskGroup(of: [String].self) { group in
      for _ in 1...6 {
        group.addTask { [database, role] in
          try await PostgresSchema.migrate(database.owner, servedBy: role)
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(names.sorted() == PostgresMigration.all.map(\.name).sorted())
    #expect(PostgresMigration.all.map(\.number) == Array(1...PostgresMigration.newest))
    try await database.add("a")
    #expect(try await database.libraries.client("a").jobs.list() == [])
  }

  @Test("Missing or outdated tables are reported with a fix")
  func unprepared() async throws {
    let library = database.libraries.client("a")
    func problem(_ library: DatabaseClient) async -> String {
      let error = await #expect(throws: DatabaseError.self) { _ = try await library.jobs.list() }
      return error?.description ?? ""
    }
    #expect(await problem(library).contains("it has no SpeechMemo tables"))
    #expect(
      await problem(library).contains(
        "run 'speechmemo libraries prepare' as the role that owns the database"))
    _ = try await migrate()
    let newer = PostgresLibraries(
      database.address, files: .inMemory(), limits: .relaxed, version: now + 1
    )
    .client("a")
    #expect(await problem(newer).contains("from an older version of SpeechMemo"))
  }

  @Test("A program keeps working when a newer version adds to the tables")
  func additive() async throws {
    _ = try await migrate()
    try await database.add("a")
    let library = database.libraries.client("a")
    try await library.addMemo(1, saying: "before")
    let step = later(
      1, oldestWriter: 1,
      [
        "ALTER TABLE recordings ADD COLUMN colour text",
        "ALTER TABLE segments ADD COLUMN is_loud boolean NOT NULL DEFAULT false",
      ])
    #expect(try await migrate(step) == ["Step 1"])
    try await library.addMemo(2, saying: "after")
    #expect(try await library.recordings(matching: RecordingQuery()).count == 2)
    #expect(try await library.search(query: SearchQuery("after")).count == 1)
    let memos = try await library.archive.memos(ids: [Recording.fixed(1).id])
    #expect(memos.first?.transcription?.text == "before")
    #expect(try await library.integrityProblems() == [])
  }

  @Test("A program that may no longer write gets an error, stores nothing, and can read")
  func oldestWriter() async throws {
    _ = try await migrate()
    try await database.add("a")
    let library = database.libraries.client("a")
    try await library.addMemo(1, saying: "before")
    _ = try await migrate(
      later(1, oldestWriter: 1, []), later(2, oldestWriter: now + 2, []))
    let error = await #expect(throws: DatabaseError.self) {
      try await library.addMemo(2, saying: "after")
    }
    #expect(error?.description.contains("update SpeechMemo") == true)
    #expect(try await library.recordings(matching: RecordingQuery()).count == 1)
    // One that begins only now does not begin at all.
    let late = await #expect(throws: DatabaseError.self) {
      _ = try await database.otherProgram.client("a").jobs.list()
    }
    #expect(
      late == .newerVersion(path: database.address.description, found: now + 2, supported: now))
    let newest = PostgresLibraries(
      database.address, files: .inMemory(), limits: .relaxed, version: now + 2
    )
    .client("a")
    try await newest.addMemo(2, saying: "after")
  }

  @Test("A migration waits for readers of its table without blocking other tables")
  func readAllTheWhile() async throws {
    _ = try await migrate()
    let (started, locked) = AsyncStream.makeStream(of: Void.self)
    let (steps, address, role) = (
      PostgresMigration.all + [
        later(1, oldestWriter: 1, ["ALTER TABLE jobs ADD COLUMN colour text"])
      ], database.owner, role
    )
    let owner = PostgresPool(database.owner.inSchema, size: 1, limits: .relaxed)
    async let reading: Void = owner.write { transaction in
      try transaction.run("SELECT count(*) FROM jobs")
      locked.finish()
      func waiting() throws -> Int {
        try transaction.first(
          """
          SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'jobs'::regclass
            AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
          """
        ) { $0.int(0) } ?? 0
      }
      // It has asked for the table, and has stopped asking.
      for wanted in [1, 0] {
        while try waiting() != wanted { try transaction.run("SELECT pg_sleep(0.01)") }
      }
    }
    for await _ in started {}
    let names = try await PostgresSchema.migrate(
      address, servedBy: role, by: steps,
      retryPolicy: PostgresSchema.RetryPolicy(
        lockTimeout: .milliseconds(100), pause: .milliseconds(100), attempts: 10_000))
    try await reading
    #expect(names == ["Step 1"])
  }

  @Test("A step that fails leaves the tables as they were, and the next attempt takes it")
  func failing() async throws {
    _ = try await migrate()
    await #expect(throws: PostgresError.self) {
      _ = try await migrate(
        later(
          1, oldestWriter: now + 1, ["ALTER TABLE recordings ADD COLUMN colour text", "nonsense"]))
    }
    try await database.add("a")
    try await database.libraries.client("a").addMemo(1, saying: "before")
    #expect(
      try await migrate(
        later(1, oldestWriter: 1, ["ALTER TABLE recordings ADD COLUMN colour text"]))
        == ["Step 1"])
  }

  @Test("The serving role cannot change tables, and any role name works")
  func privileges() async throws {
    _ = try await migrate()
    let error = await #expect(throws: PostgresError.self) {
      _ = try await PostgresSchema.migrate(database.address, servedBy: role)
    }
    #expect(error?.kind == .refused)
    let refused = await #expect(throws: PostgresError.self) {
      _ = try await PostgresSchema.migrate(
        database.owner, servedBy: "nobody\"; DROP SCHEMA speechmemo CASCADE; --")
    }
    #expect(refused?.message.contains("does not exist") == true)
    #expect(try await migrate() == [])
  }

  @Test("A database set up as documented serves a library")
  func page() async throws {
    let page = try String(
      contentsOf: URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../Sources/Clients/DatabaseClientPostgres")
        .appendingPathComponent("Documentation.docc/DatabaseClientPostgres.md"), encoding: .utf8)
    let block = try #require(page.firstMatch(of: /```sql\n((?:.|\n)*?)```/)?.1)
    let server = try await TestPostgres.start()
    let administrator = PostgresPool(server.address, size: 1, limits: .relaxed)
    for statement in block.split(separator: ";\n") {
      try await administrator.runOutsideTransaction(String(statement))
    }
    let memos = server.address.with(database: "memos")
    let names = try await PostgresSchema.migrate(
      memos.with(user: "speechmemo_owner"), servedBy: "speechmemo")
    #expect(names == PostgresMigration.all.map(\.name))
    let libraries = PostgresLibraries(
      memos.with(user: "speechmemo"), files: .inMemory(), limits: .relaxed)
    #expect(try await LibrariesClient.postgres(libraries).add(name: "anna"))
    try await libraries.client("anna").addMemo(1, saying: "hello")
    #expect(try await libraries.client("anna").search(query: SearchQuery("hello")).count == 1)
  }
}
