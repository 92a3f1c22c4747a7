public import DatabaseClient
import DatabaseClientLive
public import DatabaseClientPostgres
public import Foundation
public import PostgreSQL
public import TestPostgres

/// A database of a PostgreSQL server, with our tables in it.
public struct TestDatabase: Sendable {
  /// As the administrator of the server.
  public let administrator: PostgresAddress
  /// As the role that the tables belong to.
  public let owner: PostgresAddress
  /// As the role that serves.
  public let address: PostgresAddress
  /// The libraries as the program under test has them.
  public let libraries: PostgresLibraries
  /// The same as another program has them.
  public let otherProgram: PostgresLibraries

  /// The name of the role that serves.
  public static let role = "speechmemo_server"

  /// Shared by all tests of the process: data of one library is invisible in another.
  public static func shared() async throws -> TestDatabase { try await making.value }

  private static let making = Task { try await TestDatabase(on: .shared()) }

  /// - Parameter isMigrated: Whether the tables are there, or still to be made.
  public init(on server: TestPostgres, isMigrated: Bool = true) async throws {
    administrator = try await server.database()
    let pool = PostgresPool(administrator, size: 1, limits: .relaxed)
    for role in ["speechmemo_owner", Self.role] {
      // Another database of the server may have needed it before.
      try? await pool.runOutsideTransaction("CREATE ROLE \(role) LOGIN")
    }
    try await pool.write { transaction in
      try transaction.run("SELECT pg_advisory_xact_lock(1)")
      let name = try transaction.first("SELECT current_database()::text") { $0.text(0) } ?? ""
      try transaction.execute(["GRANT CREATE ON DATABASE \(name) TO speechmemo_owner"])
    }
    await pool.close()
    owner = administrator.with(user: "speechmemo_owner")
    address = administrator.with(user: Self.role)
    // The SQLite half creates other files at its configured location.
    let files = DatabaseClient.live(at: URL(fileURLWithPath: "/nonexistent/library.sqlite"))
    libraries = PostgresLibraries(address, files: files, limits: .relaxed)
    otherProgram = PostgresLibraries(address, files: files, limits: .relaxed)
    guard isMigrated
    else { return }
    try await PostgresSchema.migrate(owner, servedBy: Self.role)
    // Uses the database's own time, unless a test sets another one.
    try await PostgresPool(owner, size: 1, limits: .relaxed).write { transaction in
      try transaction.execute([
        """
        CREATE TABLE speechmemo.test_times (library integer PRIMARY KEY, moment timestamptz NOT NULL)
        """,
        """
        CREATE OR REPLACE FUNCTION speechmemo.moment() RETURNS timestamptz LANGUAGE sql VOLATILE
          SECURITY DEFINER
          RETURN coalesce((
            SELECT moment FROM speechmemo.test_times
            WHERE library IN (speechmemo.current_library(), 0) ORDER BY library DESC LIMIT 1
          ), clock_timestamp())
        """,
      ])
    }
  }

  /// Makes a library.
  public func add(_ name: String) async throws {
    guard try await LibrariesClient.postgres(libraries).add(name: name)
    else { throw TestPostgres.NotStarted(reason: "there is a library '\(name)'") }
  }

  /// Makes the serving role's transactions read-only, as on a standby, or writable again.
  public func setReadOnly(_ isReadOnly: Bool) async throws {
    let pool = PostgresPool(administrator, size: 1, limits: .relaxed)
    try await pool.write { transaction in
      let name = try transaction.first("SELECT current_database()::text") { $0.text(0) } ?? ""
      try transaction.execute([
        """
        ALTER ROLE \(Self.role) IN DATABASE \(name)
          SET default_transaction_read_only = \(isReadOnly ? "on" : "off")
        """
      ])
    }
    // New connections have the setting.
    try await pool.write { transaction in
      try transaction.run(
        """
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND usename = $1
        """, [Self.role])
    }
    await pool.close()
  }

  /// Stops the time in one library, or in all of them.
  public func setTime(_ date: Date, in name: String? = nil) async throws {
    try await PostgresPool(owner, size: 1, limits: .relaxed).write { transaction in
      try transaction.run(
        """
        INSERT INTO speechmemo.test_times
        VALUES (coalesce((SELECT row FROM speechmemo.libraries WHERE name = $1), 0), to_timestamp($2))
        ON CONFLICT (library) DO UPDATE SET moment = excluded.moment
        """, [name ?? "", date.timeIntervalSince1970])
    }
  }
}

extension PostgresLibraries {
  /// The library of that name, which has to be there.
  public func client(_ name: String) -> DatabaseClient {
    .postgres(self, library: name)
  }
}
