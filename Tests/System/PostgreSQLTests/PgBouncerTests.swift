import TestPostgres
import Testing

@testable import PostgreSQL

@Suite(
  .enabled(if: TestPgBouncer.isInstalled, "\(TestPgBouncer.installHint)"),
  .timeLimit(.minutes(10)))
struct PgBouncerTests {
  private func number(_ pool: PostgresPool) async throws -> Int? {
    try await pool.read { try $0.first("SELECT 7::bigint") { $0.int(0) } }
  }

  @Test("In session mode, settings, prepared statements, and notifications work")
  func session() async throws {
    let server = try await TestPostgres.shared()
    let bouncer = try await TestPgBouncer.start(.session, before: server)
    defer { withExtendedLifetime(bouncer) {} }
    let address = bouncer.address(of: server.address).with(setting: "search_path", "somewhere")
    let pool = PostgresPool(address, size: 2, limits: .relaxed)
    for _ in 1...3 {
      let path = try await pool.read {
        try $0.first("SELECT current_setting('search_path')") { $0.text(0) }
      }
      #expect(path == "somewhere")
    }
    var heard = pool.notifications(on: "pooled").makeAsyncIterator()
    #expect(await heard.next() == .listening)
    try await pool.write { try $0.run("SELECT pg_notify('pooled', 'text')") }
    #expect(await heard.next() == .text("text"))
  }

  @Test("In session mode, a pooler with a single backend is enough for one connection")
  func single() async throws {
    let server = try await TestPostgres.shared()
    let bouncer = try await TestPgBouncer.start(
      .session, before: server, "default_pool_size = 1", "query_wait_timeout = 5")
    defer { withExtendedLifetime(bouncer) {} }
    let pool = PostgresPool(bouncer.address(of: server.address), size: 1, limits: .relaxed)
    #expect(try await number(pool) == 7)
  }

  @Test(
    "In other modes, the first connection is refused",
    arguments: [TestPgBouncer.Mode.statement, .transaction], [0, 1])
  func shared(mode: TestPgBouncer.Mode, roundRobin: Int) async throws {
    let server = try await TestPostgres.shared()
    let bouncer = try await TestPgBouncer.start(
      mode, before: server, "server_round_robin = \(roundRobin)")
    defer { withExtendedLifetime(bouncer) {} }
    let address = bouncer.address(of: server.address)
    for _ in 1...2 {
      let error = await #expect(throws: PostgresError.self) {
        _ = try await number(PostgresPool(address, limits: .relaxed))
      }
      #expect(error?.kind == .refused)
      #expect(error?.message.contains("'pool_mode = session'") == true)
    }
  }

  @Test("In transaction mode, the first connection is refused even with several backends")
  func severalBackends() async throws {
    let server = try await TestPostgres.shared()
    for roundRobin in 0...1 {
      let bouncer = try await TestPgBouncer.start(
        .transaction, before: server, "server_round_robin = \(roundRobin)")
      defer { withExtendedLifetime(bouncer) {} }
      let address = bouncer.address(of: server.address)
      for count in 2...4 {
        // Concurrent transactions, each with a backend.
        let connections = try (1...count).map { _ in
          try PostgresConnection(address, settings: [], deadline: .now + .seconds(60))
        }
        for statement in ["BEGIN", "COMMIT"] {
          for connection in connections {
            _ = try connection.exchange(
              [PostgresStatement(statement, isPrepared: false)], deadline: .now + .seconds(60))
          }
        }
        let error = await #expect(throws: PostgresError.self) {
          _ = try await number(PostgresPool(address, limits: .relaxed))
        }
        #expect(error?.kind == .refused, "\(count) backends, round robin \(roundRobin)")
      }
    }
  }
}
