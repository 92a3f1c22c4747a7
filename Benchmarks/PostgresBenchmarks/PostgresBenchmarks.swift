import DatabaseClient
import DatabaseClientPostgres
import Foundation
import SharedModels
import Tagged

/// Measures libraries of growing size in PostgreSQL, compared with the bare statements in pgbench.
///
/// usage: PostgresBenchmarks [COUNT …] [WORD …]
///   COUNT     memos in a library (10000 100000 1000000)
///   WORD      only rows whose name contains it
///   FOLDER=…  environment variable; keeps the server's files there for another run
@main
struct PostgresBenchmarks {
  private let server: BenchmarkServer
  private let libraries: PostgresLibraries
  private let counts: [Int]
  private let rows: [String]
  private let files = DatabaseClient.inMemory()
  /// The number of waiting jobs in the largest library, and in all small ones together.
  private static let waitingCount = 100_000
  private static let smallCount = 200

  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    let counts = arguments.compactMap { Int($0) }
    let environment = ProcessInfo.processInfo.environment
    let folder = environment["FOLDER"] ?? "/tmp/sm-bench-\(getpid())"
    let server = try BenchmarkServer(folder)
    defer {
      server.stop()
      if environment["FOLDER"] == nil { try? FileManager.default.removeItem(atPath: folder) }
    }
    do {
      try await PostgresBenchmarks(
        server, counts: counts.isEmpty ? [10_000, 100_000, 1_000_000] : counts,
        rows: arguments.filter { Int($0) == nil }
      ).run()
    } catch {
      FileHandle.standardError.write(Data("PostgresBenchmarks: \(error)\n".utf8))
      server.stop()
      exit(1)
    }
  }

  init(_ server: BenchmarkServer, counts: [Int], rows: [String]) throws {
    self.counts = counts
    self.rows = rows
    self.server = server
    libraries = try PostgresLibraries(
      server.url(as: "memos_server"), files: .inMemory(), size: 2)
  }

  private func run() async throws {
    let words = try await fill()
    var table = Growth(counts)
    for count in counts { try await measure(count, words, &table) }
    table.print()
    if isAsked("claims") { try await measureClaims() }
    try printSizes()
  }

  // MARK: - Libraries

  /// The search words, by the library's size and a name.
  private typealias Words = [Int: [(name: String, query: String)]]

  private func fill() async throws -> Words {
    var made = MadeUpLibraries()
    let isThere =
      try server.psql(
        "SELECT count(*) FROM pg_database WHERE datname = 'memos'", database: "postgres") == "1"
    if !isThere {
      try server.psql("CREATE ROLE memos_owner LOGIN", database: "postgres")
      try server.psql("CREATE ROLE memos_server LOGIN", database: "postgres")
      try server.psql("CREATE DATABASE memos OWNER memos_owner", database: "postgres")
      try server.psql("CREATE TABLE words (count int, name text, query text)")
    }
    // Kept libraries may have an older schema.
    try await PostgresSchema.migrate(server.url(as: "memos_owner"), servedBy: "memos_server")
    let clock = ContinuousClock()
    let began = clock.now
    if try server.psql("SELECT count(*) FROM words") == "0" {
      // Building the index once is faster than updating it for each row.
      let index = try server.psql(
        "SELECT indexdef FROM pg_indexes WHERE indexname = 'texts_by_word'")
      try server.psql("DROP INDEX speechmemo.texts_by_word")
      let client = LibrariesClient.postgres(libraries)
      for count in counts {
        let isLargest = count == counts.max()
        _ = try await client.add(name: "\(count)")
        let library = MadeUpLibraries.Library(
          name: "\(count)", number: try number(of: "\(count)"), memoCount: count,
          waitingCount: isLargest ? min(Self.waitingCount, count / 10) : 0)
        try made.fill([library], on: server)
        for (name, share) in [
          ("a word of every memo", 1.0), ("a word of every other memo", 0.5),
          ("a word of 1 memo in 10", 0.1), ("a word of 1 memo in 100", 0.01),
          ("a word of 1 memo in 400", 0.0025), ("a rare word, of 1 memo in 2,000", 0.000_5),
        ] {
          let found = made.word(inShare: share, of: count)
          try server.psql(
            "INSERT INTO words VALUES (\(count), '\(name)', '\(found.word)')")
        }
        say("\(count) memos after \(seconds(began.duration(to: clock.now)))")
      }
      let waiting = Self.waitingCount / Self.smallCount
      var small: [MadeUpLibraries.Library] = []
      for index in 1...Self.smallCount {
        _ = try await client.add(name: "small \(index)")
        small.append(
          MadeUpLibraries.Library(
            name: "small \(index)", number: try number(of: "small \(index)"), memoCount: waiting,
            waitingCount: waiting))
      }
      try made.fill(small, on: server)
      try server.psql(
        index, "UPDATE speechmemo.queues SET is_waiting = true",
        """
        SELECT setval(pg_get_serial_sequence('speechmemo.' || name, 'row'), 100000000)
        FROM unnest('{recordings,transcriptions,jobs}'::text[]) AS name
        """, "VACUUM ANALYZE")
      say("filled, indexed, and analyzed after \(seconds(began.duration(to: clock.now)))")
    }
    var words: Words = [:]
    for count in counts {
      let found = try server.psql("SELECT name || '|' || query FROM words WHERE count = \(count)")
        .split(separator: "\n").map { $0.split(separator: "|").map(String.init) }
      words[count] = found.map { ($0[0], $0[1]) }
    }
    if let least = counts.min() {
      let problems = try await libraries.client("\(least)").integrityProblems()
      guard problems.isEmpty
      else {
        throw BenchmarkServer.Failure(
          description: "the generated library is damaged: \(problems[0])")
      }
    }
    return words
  }

  private func isAsked(_ row: String) -> Bool {
    rows.isEmpty || rows.contains { row.contains($0) }
  }

  private func number(of library: String) throws -> Int {
    Int(
      try server.psql("SELECT row FROM speechmemo.libraries WHERE name = '\(library)'")) ?? 0
  }

  // MARK: - Reading

  private func measure(_ count: Int, _ words: Words, _ table: inout Growth) async throws {
    let library = libraries.client("\(count)")
    let number = try number(of: "\(count)")
    let columns = "recordings.*"
    let before = try sequentialScans()
    func row(
      _ name: String, times: Int = 300, aim: Double?, bare: String,
      variables: [String: ClosedRange<Int>] = [:], _ work: (Int) async throws -> Void
    ) async throws {
      guard isAsked(name)
      else { return }
      var latencies = Latencies()
      let clock = ContinuousClock()
      try await work(-1)
      for index in 0..<times {
        let began = clock.now
        try await work(index)
        latencies.add(milliseconds: began.duration(to: clock.now) / .milliseconds(1))
      }
      let floor = try server.bare(bare, times: times, variables: variables)
      table.add(name, count, latencies, floor, aim: count == counts.max() ? aim : nil)
    }
    let places = try await library.recordings(
      matching: RecordingQuery(
        filter: RecordingFilter(
          until: Date(timeIntervalSince1970: 1_600_000_000 + Double(count) * 300)),
        limit: 1_000))
    try await row(
      "list: the first 100", aim: 20,
      bare: """
        SELECT \(columns) FROM recordings WHERE library = \(number) AND trashed_at IS NULL
        ORDER BY date DESC, row DESC LIMIT 100
        """
    ) { _ in _ = try await library.recordings(matching: RecordingQuery(limit: 100)) }
    try await row(
      "list: 100 in the middle", aim: 20,
      bare: """
        SELECT \(columns) FROM recordings WHERE library = \(number) AND trashed_at IS NULL
          AND (date, row) < (:place, 0) ORDER BY date DESC, row DESC LIMIT 100
        """,
      variables: ["place": 1_600_000_000...1_600_000_000 + count * 300]
    ) { index in
      let place = places[max(0, index) * 3]
      _ = try await library.recordings(
        matching: RecordingQuery(after: RecordingQuery.Position(after: place), limit: 100))
    }
    try await row(
      "list by title: 100 in the middle", aim: 20,
      bare: """
        SELECT \(columns) FROM recordings WHERE library = \(number) AND trashed_at IS NULL
          AND (folded_title, row) > ('ku', 0) ORDER BY folded_title, row LIMIT 100
        """
    ) { index in
      let place = places[max(0, index) * 3]
      _ = try await library.recordings(
        matching: RecordingQuery(
          order: .title, after: RecordingQuery.Position(after: place, in: .title), limit: 100))
    }
    let prefix = String(number, radix: 36)
    let found = words[count] ?? []
    let common = found.prefix(2).map(\.query)
    let searches =
      found.map { ($0.name, $0.query, $0.name.contains("rare") ? 30.0 : 100) }
      + [
        ("a word that occurs once", "\(count / 2)", 30),
        ("two common words", common.joined(separator: " "), 100),
        ("a phrase of two common words", "\"\(common.joined(separator: " "))\"", 100),
        ("a prefix of two letters", "ba*", 100),
      ]
    for (name, query, aim) in searches {
      // pgbench would read a colon as a variable.
      let lexemes = query.replacingOccurrences(of: "\"", with: "").split(separator: " ")
        .map { word in
          let isBeginning = word.hasSuffix("*")
          return #"''\#(prefix)\x3A\#(isBeginning ? word.dropLast() : word)''"#
            + (isBeginning ? #"\x3A*"# : "")
        }.joined(separator: " & ")
      try await row(
        "search: \(name)", times: 100, aim: aim,
        bare: """
          SELECT recordings.*, body FROM texts JOIN recordings
            ON recordings.library = texts.library AND recordings.row = recording
          WHERE texts.library = \(number) AND words @@ E'\(lexemes)'::tsquery
            AND trashed_at IS NULL
          ORDER BY recording DESC LIMIT 50
          """
      ) { _ in _ = try await library.search(query: SearchQuery(query)) }
    }
    try await row(
      "read a transcript", aim: nil,
      bare: """
        SELECT start_ms, end_ms, text, words FROM segments WHERE library = \(number)
          AND transcription = (
            SELECT row FROM transcriptions WHERE library = \(number) AND id = '\(places[7].id)')
        ORDER BY position
        """
    ) { index in _ = try await library.transcription(of: places[max(0, index) * 3].id) }
    let after = try sequentialScans()
    if after != before {
      say("MISSED: sequential scans: \(before) before, \(after) after")
    }
  }

  /// Returns the number of sequential scans of large tables.
  private func sequentialScans() throws -> String {
    try server.psql("SELECT pg_stat_clear_snapshot()")
    return try server.psql(
      """
      SELECT string_agg(relname || ' ' || seq_scan, ', ' ORDER BY relname)
      FROM pg_stat_user_tables
      WHERE relname IN ('recordings', 'texts', 'transcriptions', 'segments', 'jobs')
      """)
  }

  // MARK: - Claims

  private func measureClaims() async throws {
    var table = Claims()
    guard let largest = counts.max()
    else { return }
    let times = 500
    let library = libraries.client("\(largest)")
    let queue = JobQueueClient.postgres(libraries)
    let number = try number(of: "\(largest)")
    let waiting = try server.psql(
      "SELECT count(*) FROM speechmemo.jobs WHERE library = \(number) AND state = 'queued'")
    let all = try server.psql("SELECT count(*) FROM speechmemo.jobs WHERE state = 'queued'")
    let bare = { (try server.bare("SELECT 1", times: times)) }
    let before = try sequentialScans()
    try await table.add("claim in a library with \(waiting) waiting jobs", aim: 2, times) {
      _ = try await library.jobs.claim(among: nil)
    } bare: {
      try server.bare(
        """
        UPDATE jobs SET state = 'running', owner = gen_random_uuid(),
          leased_until = now() + interval '30 seconds', attempts = attempts + 1
        WHERE library = \(number) AND row = (
          SELECT row FROM jobs WHERE library = \(number) AND state IN ('queued', 'running')
            AND NOT is_held AND (owner IS NULL OR leased_until <= now())
          ORDER BY row LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED)
        """, times: times)
    }
    try await table.add(
      "claim in \(Self.smallCount + counts.count) libraries with \(all) waiting jobs", aim: 2, times
    ) {
      _ = try await queue.claim(except: [])
    } bare: {
      try bare()
    }
    let claim = try await queue.claim(except: [])
    if let claim {
      let segment = Segment(
        words: (0..<10).map {
          Word(
            text: "word", start: .milliseconds($0 * 400), end: .milliseconds($0 * 400 + 350),
            confidence: 0.9)
        })
      try await table.add("store a segment of 10 words", aim: nil, times) {
        try await queue.append(segments: [segment], to: claim.proof, checkpoint: nil, progress: 0.5)
      } bare: {
        try bare()
      }
      try await table.add("renew a lease", aim: nil, times) {
        try await queue.renew(claim: claim.proof)
      } bare: {
        try bare()
      }
    }
    table.print()
    let after = try sequentialScans()
    if after != before {
      say("MISSED: sequential scans: \(before) before, \(after) after")
    }
  }

  private func printSizes() throws {
    say("\n## Storage\n\n| table | rows | MB with indexes | MB of indexes |")
    say("|---|--:|--:|--:|")
    say(
      try server.psql(
        """
        SELECT format('| %s | %s | %s | %s |', relname, n_live_tup,
          pg_total_relation_size(relid) / 1000000, pg_indexes_size(relid) / 1000000)
        FROM pg_stat_user_tables WHERE schemaname = 'speechmemo'
        ORDER BY pg_total_relation_size(relid) DESC LIMIT 6
        """))
  }
}

extension PostgresLibraries {
  func client(_ name: String) -> DatabaseClient { .postgres(self, library: name) }
}

/// Prints unbuffered, so that the tables of a long run can be watched.
func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }

func seconds(_ duration: Duration) -> String { String(format: "%.0f s", duration / .seconds(1)) }
