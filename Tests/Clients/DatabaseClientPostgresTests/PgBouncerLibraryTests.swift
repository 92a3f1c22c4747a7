import DatabaseClient
import DatabaseClientPostgres
import PostgreSQL
import SharedModels
import TestLibraries
import TestPostgres
import Testing

@Suite(
  .enabled(if: TestPgBouncer.isInstalled, "\(TestPgBouncer.installHint)"),
  .timeLimit(.minutes(10)))
struct PgBouncerLibraryTests {
  private let database: TestDatabase
  private let server: TestPostgres

  init() async throws {
    server = try await .shared()
    database = try await TestDatabase(on: server)
    try await database.add("a")
  }

  @Test("In session mode, tables are prepared, and jobs are claimed")
  func session() async throws {
    let bouncer = try await TestPgBouncer.start(.session, before: server)
    defer { withExtendedLifetime(bouncer) {} }
    let names = try await PostgresSchema.migrate(
      bouncer.address(of: database.owner), servedBy: TestDatabase.role)
    #expect(names == [])
    let libraries = PostgresLibraries(
      bouncer.address(of: database.address), files: .inMemory(), limits: .relaxed)
    let queue = JobQueueClient.postgres(libraries)
    try await libraries.client("a").insert(.fixed(1), .fixed(1))
    #expect(try await queue.claim(except: [])?.library == "a")
    await libraries.close()
  }

  @Test("In transaction mode, every use is refused in one line")
  func transaction() async throws {
    let bouncer = try await TestPgBouncer.start(.transaction, before: server)
    defer { withExtendedLifetime(bouncer) {} }
    let libraries = PostgresLibraries(
      bouncer.address(of: database.address), files: .inMemory(), limits: .relaxed)
    let error = await #expect(throws: DatabaseError.self) {
      _ = try await libraries.client("a").jobs.list()
    }
    #expect(error?.description.contains("'pool_mode = session'") == true)
    #expect(error?.description.contains("\n") == false)
    await #expect(throws: (any Error).self) {
      _ = try await PostgresSchema.migrate(
        bouncer.address(of: database.owner), servedBy: TestDatabase.role)
    }
  }
}
