import ConcurrencyExtras
import PostgreSQL
import TestPostgres
import Testing

/// A server that crashes, and connections that are lost on the way.
@Suite(
  .enabled(if: TestPostgres.isInstalled, "\(TestPostgres.installHint)"), .timeLimit(.minutes(10)))
struct PostgresRestartTests {
  /// A database with a table of texts.
  private func database(of server: TestPostgres) async throws -> PostgresPool {
    let address = try await server.database()
    try await PostgresPool(address, limits: .relaxed).write {
      try $0.execute([
        "CREATE TABLE a (text text NOT NULL)", "CREATE SEQUENCE times",
        "CREATE TABLE receipts (\(PostgresReceipts.columns))",
      ])
    }
    return PostgresPool(
      address, size: 4, limits: .relaxed, receipts: PostgresReceipts("receipts"))
  }

  private func texts(_ pool: PostgresPool) async throws -> [String] {
    try await pool.read { try $0.query("SELECT text FROM a ORDER BY 1") { $0.text(0) } }
  }

  @Test(
    "A crashed server is reached again, even in a transaction")
  func restart() async throws {
    let server = try await TestPostgres.start()
    let pool = try await database(of: server)
    // Four connections that are idle when it crashes.
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 1...4 {
        group.addTask {
          try await pool.write { transaction in
            _ = try transaction.run("INSERT INTO a VALUES ($1)", ["\(number)"])
          }
        }
      }
      try await group.waitForAll()
    }
    try await server.restart()
    #expect(try await texts(pool) == ["1", "2", "3", "4"])
    let writer = Task {
      for number in 5...60 {
        try await pool.write { try $0.run("INSERT INTO a VALUES ($1)", ["\(number)"]) }
      }
    }
    for _ in 1...2 { try await server.restart() }
    try await writer.value
    #expect(try await texts(pool) == (1...60).map { "\($0)" }.sorted())
  }

  @Test("A transaction lost before its commit is repeated once")
  func lostBefore() async throws {
    let pool = try await database(of: .shared())
    try await pool.write { transaction in
      try transaction.run("INSERT INTO a VALUES ('x')")
      try transaction.run(
        """
        SELECT CASE nextval('times') WHEN 1 THEN pg_terminate_backend(pg_backend_pid()) END
        """)
    }
    #expect(try await texts(pool) == ["x"])
  }

  @Test("A nonrepeatable transaction is not repeated, and reports that nothing was stored")
  func once() async throws {
    let pool = try await database(of: .shared())
    let count = LockIsolated(0)
    let error = await #expect(throws: PostgresError.self) {
      try await pool.write { transaction in
        try transaction.run("INSERT INTO a VALUES ('x')")
        transaction.disableRetries()
        count.withValue { $0 += 1 }
        try transaction.run("SELECT pg_terminate_backend(pg_backend_pid())")
      }
    }
    #expect(error?.kind == .unreachable && count.value == 1)
    #expect(try await texts(pool) == [])
  }

  @Test(
    "If the connection is lost during the commit, its receipt is checked: not committed"
  )
  func notKept() async throws {
    let pool = try await database(of: .shared())
    try await pool.write {
      try $0.execute([
        """
        CREATE FUNCTION lose() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
          IF nextval('times') = 1 THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF;
          RETURN NULL;
        END $$
        """,
        """
        CREATE CONSTRAINT TRIGGER lost AFTER INSERT ON a DEFERRABLE INITIALLY DEFERRED
          FOR EACH ROW EXECUTE FUNCTION lose()
        """,
      ])
    }
    let count = LockIsolated(0)
    try await pool.write { transaction in
      count.withValue { $0 += 1 }
      try transaction.run("INSERT INTO a VALUES ('x')")
    }
    #expect(try await texts(pool) == ["x"])
    #expect(count.value == 2)
  }

  @Test(
    "If the connection is lost during the commit, its receipt is checked: committed")
  func kept() async throws {
    // The commit must reach a standby server before it is confirmed, and there is none.
    let server = try await TestPostgres.start(
      "synchronous_standby_names=nobody", "synchronous_commit=local")
    let pool = try await database(of: server)
    let count = LockIsolated(0)
    let writer = Task {
      try await pool.write([PostgresSetting("synchronous_commit", "on")]) { transaction in
        count.withValue { $0 += 1 }
        try transaction.run("INSERT INTO a VALUES ('x')")
        return "kept"
      }
    }
    var ended = 0
    while ended == 0 {
      try? await Task.sleep(for: .milliseconds(2))
      ended = try await pool.read {
        try $0.query(
          """
          SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'
          """
        ) { $0.bool(0) }
      }.count
    }
    #expect(try await writer.value == "kept")
    #expect(try await texts(pool) == ["x"])
    #expect(count.value == 1)
  }

  @Test("Conflicting transactions are retried")
  func conflicts() async throws {
    let pool = try await database(of: .shared())
    try await pool.write { try $0.run("INSERT INTO a VALUES ('a'), ('b')") }
    // Each locks the row that the other needs next.
    let turn = LockIsolated(0)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (first, second) in [("a", "b"), ("b", "a")] {
        group.addTask {
          try await pool.write { transaction in
            try transaction.run("UPDATE a SET text = text WHERE text = $1", [first])
            turn.withValue { $0 += 1 }
            while turn.value < 2 {}
            try transaction.run("UPDATE a SET text = text WHERE text = $1", [second])
          }
        }
      }
      try await group.waitForAll()
    }
    // Its rows may be in the way once more before the other one has them.
    #expect(turn.value > 2, "one of them was begun again")
  }

  @Test(
    "Listeners receive notifications, again after a crash, until they stop")
  func listening() async throws {
    let server = try await TestPostgres.start()
    let pool = PostgresPool(server.address, size: 2, limits: .relaxed)
    func listeners() async throws -> Int? {
      try await pool.read {
        try $0.first("SELECT count(*) FROM pg_stat_activity WHERE query = 'LISTEN news'") {
          $0.int(0)
        }
      }
    }
    do {
      var heard = pool.notifications(on: "news").makeAsyncIterator()
      #expect(await heard.next() == .listening)
      try await pool.write { try $0.run("SELECT pg_notify('news', $1)", ["it's 1"]) }
      #expect(await heard.next() == .text("it's 1"))
      try await server.restart()
      #expect(await heard.next() == .listening)
      try await pool.write { try $0.run("SELECT pg_notify('news', '2')") }
      #expect(await heard.next() == .text("2"))
      #expect(try await listeners() == 1)
    }
    while try await listeners() != 0 { try? await Task.sleep(for: .milliseconds(2)) }
  }
}
