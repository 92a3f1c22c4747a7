import ConcurrencyExtras
import Foundation
import PostgreSQL
import TestPostgres
import Testing

@Suite(.enabled(if: TestPostgres.isInstalled, "\(TestPostgres.installHint)"))
struct PostgresPoolTests {
  private let server: TestPostgres
  private let pool: PostgresPool

  init() async throws {
    server = try await .shared()
    pool = PostgresPool(server.address, size: 2, limits: .relaxed)
  }

  @Test("Values survive a round trip, including NULL")
  func values() async throws {
    let id = UUID()
    let texts = ["", "a \"quoted\" \\ text", "é🎤", "{,}"]
    try await pool.read { transaction in
      let isRead = try transaction.first(
        """
        SELECT $1::bigint, $2::float8, $3::text, $4::bool, $5::uuid, $6::text[], $7::bigint,
          $8::text, $9::float8, $10::int[], 7::smallint, 1.5::real, $11::text[], -2::int
        """,
        [
          Int64.min, 0.1, "", true, id, texts, nil as Int?, nil as String?, nil as Double?,
          [1, 2], [] as [String],
        ]
      ) { row in
        #expect(row.int64(0) == .min && row.double(1) == 0.1 && row.text(2) == "" && row.bool(3))
        #expect(row.uuid(4) == id && row.texts(5) == texts && row.texts(12) == [])
        #expect(row.isNull(6) && row.int(6) == 0)
        #expect(row.isNull(7) && row.isNull(8) && row.text(7) == "")
        #expect(row.int(10) == 7 && row.double(11) == 1.5 && row.int(13) == -2)
        return true
      }
      #expect(isRead == true)
    }
  }

  @Test("A column has a name, and the first of two with that name is found")
  func names() async throws {
    let positions = try await pool.read { transaction in
      try transaction.first("SELECT 1 AS one, 2 AS two, 3 AS one") {
        [$0.position(of: "one"), $0.position(of: "two"), $0.position(of: "three")]
      }
    }
    #expect(positions == [0, 1, nil])
  }

  @Test("Bound values are never parsed as SQL, and may be of any length")
  func bound() async throws {
    for text in ["'; DROP TABLE a; --", "$1", "\\", String(repeating: "é", count: 1_000_000)] {
      let found = try await pool.read { try $0.first("SELECT $1::text", [text]) { $0.text(0) } }
      #expect(found == text)
    }
  }

  @Test("A transaction is atomic and reads one snapshot")
  func transactions() async throws {
    struct Failure: Error {}
    let pool = PostgresPool(try await server.database(), limits: .relaxed)
    try await pool.write { try $0.run("CREATE TABLE a (number bigint PRIMARY KEY)") }
    await #expect(throws: Failure.self) {
      try await pool.write { transaction in
        try transaction.run("INSERT INTO a VALUES (1)")
        throw Failure()
      }
    }
    await #expect(throws: PostgresError.self) {
      try await pool.write { transaction in
        try transaction.run("INSERT INTO a VALUES (1)")
        // Failed work cannot be skipped.
        _ = try? transaction.run("INSERT INTO a VALUES (1)")
      }
    }
    let count = try await pool.write { try $0.run("INSERT INTO a VALUES (1), (2)") }
    #expect(count == 2)
    let sums = try await pool.read { transaction in
      let before = try transaction.query("SELECT number FROM a ORDER BY 1") { $0.int(0) }
      let others = Semaphore()
      Task {
        _ = try await pool.write { try $0.run("INSERT INTO a VALUES (3)") }
        others.signal()
      }
      others.wait()
      return [before, try transaction.query("SELECT number FROM a ORDER BY 1") { $0.int(0) }]
    }
    #expect(sums == [[1, 2], [1, 2]])
    let error = await #expect(throws: PostgresError.self) {
      try await pool.read { try $0.run("INSERT INTO a VALUES (4)") }
    }
    #expect(error?.state == "25006")
    #expect(try await pool.read { try $0.first("SELECT 1 WHERE false") { $0.int(0) } } == nil)
  }

  @Test("A setting applies to one transaction only")
  func settings() async throws {
    let pool = PostgresPool(server.address, size: 1, limits: .relaxed)
    func setting(_ settings: [PostgresSetting]) async throws -> String? {
      try await pool.read(settings) {
        try $0.first("SELECT nullif(current_setting('test.tenant', true), '')") {
          $0.isNull(0) ? nil : $0.text(0)
        } ?? nil
      }
    }
    #expect(try await setting([PostgresSetting("test.tenant", "it's 1")]) == "it's 1")
    #expect(try await setting([]) == nil)
    let written = try await pool.write([PostgresSetting("test.tenant", "2")]) {
      try $0.first("SELECT current_setting('test.tenant')") { $0.text(0) }
    }
    #expect(written == "2")
    #expect(try await setting([]) == nil)
  }

  @Test("Server errors are classified")
  func errors() async throws {
    let pool = PostgresPool(try await server.database(), size: 2, limits: .relaxed)
    try await pool.write {
      try $0.execute([
        "CREATE TABLE a (number bigint CONSTRAINT one_each PRIMARY KEY)",
        "INSERT INTO a VALUES (1)",
      ])
    }
    func kind(
      _ sql: String, _ settings: [PostgresSetting] = []
    ) async throws -> PostgresError.Kind? {
      do {
        try await pool.write(settings) { try $0.run(sql) }
        return nil
      } catch let error as PostgresError {
        #expect(!error.message.isEmpty && !error.message.contains("\n"))
        return error.kind
      }
    }
    #expect(try await kind("INSERT INTO a VALUES (1)") == .exists(constraint: "one_each"))
    #expect(
      try await kind("SELECT pg_sleep(60)", [PostgresSetting("statement_timeout", "1")])
        == .timedOut)
    #expect(try await kind("SELECT 1 / 0") == .other)
    #expect(try await kind("SELECT nonsense") == .other)
    #expect(try await kind("ALTER SYSTEM SET port = 1; DROP TABLE a") == .other)
    for (state, expected) in [
      ("53100", PostgresError.Kind.noSpace), ("42501", .refused), ("55P03", .busy),
      ("XX001", .damaged),
    ] {
      #expect(
        try await kind("DO $$ BEGIN RAISE EXCEPTION 'a\nb' USING ERRCODE = '\(state)'; END $$")
          == expected)
    }
    // The connection is as good as before.
    #expect(try await kind("INSERT INTO a VALUES (2)") == nil)
  }

  @Test("Unreachable servers and failed logins are reported at once, with the form of an address")
  func unreachable() async throws {
    func kind(_ address: PostgresAddress) async -> PostgresError.Kind? {
      do {
        _ = try await PostgresPool(address).read { try $0.first("SELECT 1") { $0.int(0) } }
        return nil
      } catch {
        return (error as? PostgresError)?.kind
      }
    }
    #expect(await kind(try PostgresAddress("host=/nonexistent user=a")) == .unreachable)
    #expect(await kind(server.address.with(user: "nobody")) == .refused)
    #expect(await kind(server.address.with(database: "nowhere")) == .refused)
    #expect(throws: PostgresError.self) { try PostgresAddress("host=a prot=5432") }
    #expect(throws: PostgresError.self) { try PostgresAddress("postgres://[::1/") }
    let secret = try PostgresAddress("postgres://anna:secret@db.example:5433/memos")
    #expect(secret.description == "postgres://anna@db.example:5433/memos")
  }

  @Test("Connections are limited, and later callers wait")
  func bounded() async throws {
    let pool = PostgresPool(server.address, size: 2, limits: .relaxed)
    let (most, now) = (LockIsolated(0), LockIsolated(0))
    let processes = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 1...20 {
        group.addTask {
          try await pool.read { transaction in
            let count = now.withValue { count in
              count += 1
              return count
            }
            most.withValue { $0 = max($0, count) }
            defer { now.withValue { $0 -= 1 } }
            return try transaction.first("SELECT pg_backend_pid()::bigint") { $0.int(0) } ?? 0
          }
        }
      }
      return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
    }
    #expect((1...2).contains(processes.count))
    #expect(most.value <= 2)
  }

  @Test("A caller without a connection times out, and the others continue")
  func exhausted() async throws {
    var limits = PostgresLimits()
    limits.waiting = .milliseconds(20)
    let pool = PostgresPool(server.address, size: 1, limits: limits)
    let (isHeld, isOver) = (AsyncStream<Void>.makeStream(), Semaphore())
    let holder = Task {
      try await pool.read { transaction in
        isHeld.continuation.yield()
        isOver.wait()
        return try transaction.first("SELECT 7::bigint") { $0.int(0) }
      }
    }
    for await _ in isHeld.stream { break }
    let error = await #expect(throws: PostgresError.self) {
      _ = try await pool.read { try $0.first("SELECT 1") { $0.int(0) } }
    }
    #expect(error?.kind == .busy)
    isOver.signal()
    #expect(try await holder.value == 7)
  }

  @Test("Cancellation ends the statement on the server, too, and no others")
  func cancelled() async throws {
    let pool = PostgresPool(server.address, size: 1, limits: .relaxed)
    let work = Task {
      try await pool.read(isCancellable: true) { try $0.run("SELECT pg_sleep(600)") }
    }
    let waiting = Task {
      try await pool.read(isCancellable: true) { try $0.run("SELECT pg_sleep(600)") }
    }
    let watcher = PostgresPool(server.address, size: 1, limits: .relaxed)
    func sleepers() async throws -> Int? {
      try await watcher.read {
        try $0.first(
          "SELECT count(*) FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(600)'"
        ) { $0.int(0) }
      }
    }
    while try await sleepers() != 1 { try? await Task.sleep(for: .milliseconds(2)) }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    work.cancel()
    await #expect(throws: CancellationError.self) { try await work.value }
    while try await sleepers() != 0 { try? await Task.sleep(for: .milliseconds(2)) }
    #expect(try await pool.read { try $0.first("SELECT 7::bigint") { $0.int(0) } } == 7)
    let early = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      _ = try await pool.read(isCancellable: true) { try $0.run("SELECT pg_sleep(600)") }
    }
    await #expect(throws: CancellationError.self) { try await early.value }
  }

  @Test("A cancel request between two statements ends the next one")
  func cancelledBetweenStatements() async throws {
    let pool = PostgresPool(server.address, size: 1, limits: .relaxed)
    let (isIdle, isAsked) = (AsyncStream<Void>.makeStream(), Semaphore())
    let work = Task {
      try await pool.read(isCancellable: true) { transaction in
        try transaction.run("SELECT 1")
        isIdle.continuation.yield()
        isAsked.wait()
        // The server ignores a cancel request while it waits for a statement.
        usleep(50_000)
        try transaction.run("SELECT pg_sleep(600)")
      }
    }
    for await _ in isIdle.stream { break }
    work.cancel()
    isAsked.signal()
    await #expect(throws: CancellationError.self) { try await work.value }
  }

  @Test("Very many rows are read some at a time")
  func manyRows() async throws {
    let sum = try await pool.read { transaction in
      var sum = 0
      try transaction.forEachRow(of: "SELECT n FROM generate_series(1, $1) AS n", [5_000]) {
        sum += $0.int(0)
      }
      return sum
    }
    #expect(sum == 12_502_500)
  }

  @Test("More statements are used than the server keeps, and some that it never does")
  func keptStatements() async throws {
    let pool = PostgresPool(server.address, size: 1, limits: .relaxed)
    let numbers = try await pool.read { transaction in
      try (0..<700).map { number in
        try transaction.query("SELECT \(number % 350)::bigint", isPrepared: number % 7 != 0) {
          $0.int(0)
        }
      }
    }
    #expect(numbers == (0..<700).map { [$0 % 350] })
    let kept = try await pool.read {
      try $0.first("SELECT count(*) FROM pg_prepared_statements") { $0.int(0) }
    }
    #expect((1...301).contains(kept ?? 0))
  }
}

/// The condition that a thread waits for.
final class Semaphore: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  func signal() { semaphore.signal() }
  func wait() { semaphore.wait() }
}
