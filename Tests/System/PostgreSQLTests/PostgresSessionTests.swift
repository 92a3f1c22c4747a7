import PostgreSQL
import TestPostgres
import Testing

@Suite(.enabled(if: TestPostgres.isInstalled, "\(TestPostgres.installHint)"))
struct PostgresSessionTests {
  @Test("Settings of the address and the limits are set after connecting")
  func settings() async throws {
    let address = try await TestPostgres.shared().address
      .with(setting: "search_path", "elsewhere").with(setting: "search_path", "somewhere")
    let pool = PostgresPool(address, size: 1, limits: .relaxed)
    let settings = try await pool.read { transaction in
      try transaction.query(
        """
        SELECT concat_ws(' ', name, setting, source) FROM pg_settings
        WHERE name IN ('jit', 'lock_timeout', 'search_path', 'statement_timeout') ORDER BY name
        """
      ) { $0.text(0) }
    }
    // Their source is 'client' if they are startup parameters.
    #expect(
      settings == [
        "jit off session", "lock_timeout 600000 session", "search_path somewhere session",
        "statement_timeout 600000 session",
      ])
  }

  @Test("After a write is refused as read-only, the next one uses a new connection")
  func readOnly() async throws {
    let address = try await TestPostgres.shared().database()
    let administrator = PostgresPool(address, size: 1, limits: .relaxed)
    let name = try await administrator.read {
      try $0.first("SELECT current_database()::text") { $0.text(0) } ?? ""
    }
    func setReadOnly(_ value: String) async throws {
      try await administrator.write {
        try $0.execute(["ALTER DATABASE \(name) SET default_transaction_read_only = \(value)"])
      }
    }
    try await setReadOnly("on")
    let pool = PostgresPool(address, size: 1, limits: .relaxed)
    let error = await #expect(throws: PostgresError.self) {
      try await pool.write { try $0.run("CREATE TABLE a (number bigint)") }
    }
    #expect(error?.state == "25006")
    // Connections keep the setting that they began with.
    try await setReadOnly("off")
    try await pool.write { try $0.run("CREATE TABLE a (number bigint)") }
  }
}
