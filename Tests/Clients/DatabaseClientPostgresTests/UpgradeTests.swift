import DatabaseClient
import Foundation
import PostgreSQL
import SharedModels
import TestLibraries
import TestPostgres
import Testing

@testable import DatabaseClientPostgres

/// Databases that programs of earlier versions have made.
@Suite(.enabled(if: TestPostgres.isInstalled, "\(TestPostgres.installHint)"))
struct UpgradeTests {
  private let database: TestDatabase

  init() async throws {
    database = try await TestDatabase(on: .shared(), isMigrated: false)
  }

  private func make(_ library: EarlierLibrary) async throws {
    let statements = try library.scripts.flatMap { $0.components(separatedBy: ";\n\n") }
    let pool = PostgresPool(database.owner.inSchema, size: 1, limits: .relaxed)
    try await pool.write { try $0.execute(statements) }
    await pool.close()
  }

  @discardableResult
  private func migrate(
    _ database: TestDatabase, by migrations: [PostgresMigration] = PostgresMigration.all
  ) async throws -> [String] {
    var limits = PostgresLimits.relaxed
    limits.reconnecting = .zero
    return try await PostgresSchema.migrate(
      database.owner, servedBy: TestDatabase.role, by: migrations, limits: limits)
  }

  @Test("A library of each version is read and used", arguments: 1...PostgresMigration.newest)
  func each(version: Int) async throws {
    let library = EarlierLibrary(.postgres, version: version)
    try await make(library)
    let names = try await migrate(database)
    #expect(names == PostgresMigration.all.dropFirst(version).map(\.name))

    let client = database.libraries.client("anna")
    #expect(try await library.contents(of: client) == library.contents)
    let libraries = LibrariesClient.postgres(database.libraries)
    #expect(try await libraries.shares() == ["anna": QueueShare(priority: 2, weight: 0.5)])
    let box = AccessToken(
      name: "box", scopes: [.queue], createdAt: Date(timeIntervalSince1970: 60),
      lastUsedAt: Date(timeIntervalSince1970: 70))
    #expect(try await libraries.transcribers() == (version < 2 ? [] : [box]))
    #expect(
      try await libraries.settings(of: "anna")
        == (version < 5 ? nil : LibrarySettings(revision: 3, values: ["language": "de"])))

    #expect(try await client.jobs.claim(among: nil)?.id == library.queuedJob.id)
    let running = try #require(try await client.jobs.claim(among: nil))
    #expect(running.id == library.runningJob.id && running.attempts == 2)
    #expect(running.checkpoint == .fixed)
    try await client.jobs.append(
      segments: [.spoken("and resumed", from: .milliseconds(1500))], to: running.id,
      checkpoint: nil, progress: 1)
    try await client.jobs.end(
      id: running.id,
      outcome: .done(TranscriptionSummary(), at: Date(timeIntervalSince1970: 100)))
    #expect(
      try await client.transcription(of: running.recordingID)?.text
        == "where it stopped and resumed")
    try await client.addMemo(8, title: "New", saying: "今日 は 晴れ")
    #expect(try await client.search(query: SearchQuery("日は")).count == 1)
    #expect(try await client.integrityProblems() == [])
  }

  @Test(
    "A migrated database has the schema of a new one", arguments: 1..<PostgresMigration.newest)
  func schema(version: Int) async throws {
    try await make(EarlierLibrary(.postgres, version: version))
    try await migrate(database)
    let new = try await TestDatabase(on: .shared(), isMigrated: false)
    try await migrate(new)
    #expect(try await schema(of: database) == schema(of: new))
  }

  @Test(
    "A connection that is lost at any statement of a migration changes nothing",
    arguments: 1..<PostgresMigration.newest)
  func lostConnection(version: Int) async throws {
    let library = EarlierLibrary(.postgres, version: version)
    try await make(library)
    for migration in PostgresMigration.all.dropFirst(version) {
      let earlier = Array(PostgresMigration.all.prefix { $0.number < migration.number })
      let before = try await schema(of: database)
      for count in 0...migration.statements.count {
        let interrupted = PostgresMigration(
          number: migration.number, name: migration.name, oldestWriter: migration.oldestWriter,
          statements: migration.statements.prefix(count)
            + ["SELECT pg_terminate_backend(pg_backend_pid())"])
        let error = await #expect(throws: PostgresError.self) {
          try await migrate(database, by: earlier + [interrupted])
        }
        #expect(error?.kind == .lost)
        #expect(try await schema(of: database) == before, "statement \(count)")
      }
      #expect(try await migrate(database, by: earlier + [migration]) == [migration.name])
    }
    let client = database.libraries.client("anna")
    #expect(try await library.contents(of: client) == library.contents)
  }

  @Test("A database of the next version is refused and stays unchanged")
  func next() async throws {
    let next = PostgresMigration(
      number: PostgresMigration.newest + 1, name: "Next",
      oldestWriter: PostgresMigration.newest + 1, statements: ["CREATE TABLE secrets (text text)"])
    try await migrate(database, by: PostgresMigration.all + [next])
    let pool = PostgresPool(database.owner.inSchema, size: 1, limits: .relaxed)
    try await pool.write { try $0.execute(["REVOKE ALL ON secrets FROM \(TestDatabase.role)"]) }
    let before = try await schema(of: database)

    let readError = await #expect(throws: DatabaseError.self) {
      _ = try await database.libraries.client("anna").jobs.list()
    }
    #expect(readError == newerVersion(at: database.address))
    #expect(readError?.description.contains("\n") == false)
    let prepareError = await #expect(throws: DatabaseError.self) {
      try await migrate(database)
    }
    #expect(prepareError == newerVersion(at: database.owner))
    #expect(try await schema(of: database) == before)
  }

  private func newerVersion(at address: PostgresAddress) -> DatabaseError {
    .newerVersion(
      path: address.description, found: PostgresMigration.newest + 1,
      supported: PostgresMigration.newest)
  }

  /// Everything but data, without comments and layout, which may have changed.
  private func schema(of database: TestDatabase) async throws -> [String] {
    let pool = PostgresPool(database.owner.inSchema, size: 1, limits: .relaxed)
    let objects = try await pool.read { try $0.query(Self.objects) { $0.text(0) } }
    await pool.close()
    return
      objects
      .map { object in
        object.replacing(/--.*/, with: "").split(whereSeparator: \.isWhitespace)
          .joined(separator: " ")
      }
      .sorted()
  }

  private static let objects = """
    SELECT concat_ws(' ', 'version', number) FROM versions
    UNION ALL
    SELECT concat_ws(' ', 'table', relname, relrowsecurity, reloptions, relacl)
    FROM pg_class WHERE relnamespace = 'speechmemo'::regnamespace AND relkind = 'r'
    UNION ALL
    SELECT concat_ws(' ', 'column', table_name, column_name, udt_name, collation_name, is_nullable,
      column_default, is_identity, generation_expression)
    FROM information_schema.columns WHERE table_schema = 'speechmemo'
    UNION ALL
    SELECT concat_ws(' ', 'index', indexdef) FROM pg_indexes WHERE schemaname = 'speechmemo'
    UNION ALL
    SELECT concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(oid))
    FROM pg_constraint WHERE connamespace = 'speechmemo'::regnamespace
    UNION ALL
    SELECT concat_ws(' ', 'function', pg_get_functiondef(oid))
    FROM pg_proc WHERE pronamespace = 'speechmemo'::regnamespace
    UNION ALL
    SELECT concat_ws(' ', 'trigger', pg_get_triggerdef(pg_trigger.oid))
    FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
    WHERE relnamespace = 'speechmemo'::regnamespace AND NOT tgisinternal
    UNION ALL
    SELECT concat_ws(' ', 'policy', tablename, policyname, permissive, roles, cmd, qual, with_check)
    FROM pg_policies WHERE schemaname = 'speechmemo'
    """
}
