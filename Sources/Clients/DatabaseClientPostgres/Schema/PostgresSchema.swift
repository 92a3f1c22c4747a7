import DatabaseClient
import DatabaseSQL
package import PostgreSQL

/// The role that serves the tables is subject to row security, which separates the libraries.
public enum PostgresSchema {
  private static let lock = 0x5350_4d45_4d4f

  /// Creates or migrates the tables as their owner, while older programs may run. A failure changes
  /// nothing. Throws ``DatabaseError/newerVersion(path:found:supported:)`` for a newer program's.
  @discardableResult
  public static func migrate(_ url: String, servedBy role: String) async throws -> [String] {
    let address = try PostgresAddress(checking: url)
    do {
      return try await migrate(address, servedBy: role)
    } catch let error as PostgresError {
      throw DatabaseError.unreachable(address: address.description, detail: error.message)
    }
  }

  @discardableResult
  package static func migrate(
    _ address: PostgresAddress, servedBy role: String
  ) async throws -> [String] {
    try await migrate(address, servedBy: role, by: PostgresMigration.all)
  }

  static func migrate(
    _ address: PostgresAddress, servedBy role: String, by migrations: [PostgresMigration],
    limits: PostgresLimits = PostgresLimits(), retryPolicy: RetryPolicy = RetryPolicy()
  ) async throws -> [String] {
    let pool = PostgresPool(address.inSchema, size: 1, limits: limits)
    var names: [String] = []
    try await pool.write(limit: .seconds(3_600)) { transaction in
      try transaction.run("SELECT pg_advisory_xact_lock($1)", [lock])
      try transaction.execute(beginning)
      // The grants of this version don't fit the tables of a newer one.
      let newest =
        try transaction.first(sql: "SELECT coalesce(max(number), 0) AS number FROM versions") {
          $0.int("number")
        } ?? 0
      guard newest <= migrations.count
      else {
        throw DatabaseError.newerVersion(
          path: address.description, found: newest, supported: migrations.count)
      }
    }
    for migration in migrations {
      let isNew = try await retryPolicy.run(on: pool) { transaction in
        let isPresent = try transaction.first(
          sql: "SELECT true FROM versions WHERE number = \(migration.number)"
        ) { _ in true }
        guard isPresent == nil
        else { return false }
        try transaction.execute(migration.statements)
        try transaction.run(
          "INSERT INTO versions (number, name, oldest_writer) VALUES ($1, $2, $3)",
          [migration.number, migration.name, migration.oldestWriter])
        return true
      }
      if isNew { names.append(migration.name) }
    }
    try await pool.write { transaction in
      try transaction.run("SELECT pg_advisory_xact_lock($1)", [lock])
      for grant in grants {
        // The server quotes the role's name.
        let statement = try transaction.first(
          sql: "SELECT format(\(grant), \(role)) AS statement"
        ) { $0.text("statement") }
        try transaction.execute(statement.map { [$0] } ?? [])
      }
    }
    await pool.close()
    return names
  }

  /// Waits only briefly for table locks, then lets the clients queued behind it pass and retries.
  struct RetryPolicy: Sendable {
    var lockTimeout: Duration = .seconds(2)
    var pause: Duration = .seconds(3)
    var attempts = 360

    func run(
      on pool: PostgresPool, _ step: @escaping @Sendable (PostgresTransaction) throws -> Bool
    ) async throws -> Bool {
      var left = attempts
      while true {
        do {
          return try await pool.write(limit: .seconds(3_600)) { [lockTimeout] transaction in
            try transaction.execute(["SET LOCAL lock_timeout = 0"])
            try transaction.run("SELECT pg_advisory_xact_lock($1)", [lock])
            try transaction.execute([
              "SET LOCAL lock_timeout = \(Int(lockTimeout / .milliseconds(1)))"
            ])
            return try step(transaction)
          }
        } catch let error as PostgresError where error.kind == .busy && left > 1 {
          left -= 1
          try await Task.sleep(for: pause)
        }
      }
    }
  }

  private static let beginning = [
    "CREATE SCHEMA IF NOT EXISTS speechmemo",
    """
    -- The applied migrations, and the oldest version that may write after each.
    CREATE TABLE IF NOT EXISTS versions (
      number integer PRIMARY KEY,
      name text NOT NULL,
      oldest_writer integer NOT NULL,
      applied_at timestamptz NOT NULL DEFAULT now()
    )
    """,
    "CREATE TABLE IF NOT EXISTS receipts (\(PostgresReceipts.columns))",
  ]

  /// Tables without a library, and access to all libraries, are reached through functions only.
  private static let grants = [
    "GRANT USAGE ON SCHEMA speechmemo TO %I",
    "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA speechmemo TO %I",
    "REVOKE ALL ON libraries, queues, transcribers, versions FROM %I",
    "GRANT SELECT ON versions TO %I",
  ]
}

extension PostgresAddress {
  /// Plans are made for the actual values, since libraries vary in size.
  var inSchema: Self {
    with(setting: "search_path", "speechmemo").with(setting: "plan_cache_mode", "force_custom_plan")
  }
}
