import DatabaseClient
import Foundation
import PostgreSQL
import SharedModels
import Tagged
import TestLibraries
import TestPostgres
import Testing

@testable import DatabaseClientPostgres

/// A library is visible only to sessions that select it.
@Suite(.enabled(if: TestPostgres.isInstalled, "\(TestPostgres.installHint)"))
struct TenantTests {
  private let database: TestDatabase

  init() async throws {
    database = try await TestDatabase(on: .shared())
  }

  /// A library in which each table has a row.
  private func library(_ name: String) async throws -> DatabaseClient {
    try await database.add(name)
    let library = database.libraries.client(name)
    try await library.webhookEvents.setWebhook(url: URL(string: "https://example.org/\(name)"))
    try await library.addMemo(1, title: "Of \(name)", saying: "budget of \(name)")
    let transcript = try #require(try await library.transcription(of: Recording.fixed(1).id))
    let edit = try #require(transcript.edit(text: "budgets", at: Date(timeIntervalSince1970: 1)))
    try await library.editTranscription(id: transcript.id, with: edit)
    try await library.editTranscription(id: transcript.id, with: edit.inverse)
    try await library.editSpeakers(
      id: transcript.id,
      with: .replace([.fixed(0, name: name, .fixed(1, 0))], words: [0, 0, 0]))
    try await library.summaries.save(
      summary: .fixed(name, of: transcript), of: Recording.fixed(1).id)
    try await library.insert(.fixed(2), .fixed(2))
    let start = Date(timeIntervalSince1970: 1_790_000_000)
    _ = try await library.access.addToken(
      token: AccessToken(name: name, scopes: [.read], createdAt: start), sha256: "token \(name)")
    _ = try await library.access.addLink(
      link: ShareLink(
        id: ShareLink.ID(.fixed(9)), memo: Recording.fixed(1).id, createdAt: start,
        expiresAt: start + 1000), sha256: "link \(name)")
    try await library.remember(name, of: 1)
    try await library.saveProcessedFile(
      file: ProcessedFile(path: "/\(name)", byteCount: 1, modifiedAt: 2))
    _ = try await database.libraries.setSettings(of: name, ["language": name], replacing: nil)
    try await library.keyedRequests.end(
      request: KeyedRequest(key: name, content: name, reply: name), until: start)
    return library
  }

  /// The tables that have rows of libraries.
  private func tables() async throws -> [String] {
    try await PostgresPool(database.owner, size: 1, limits: .relaxed).read { transaction in
      try transaction.query(
        """
        SELECT DISTINCT table_name::text FROM information_schema.columns
        WHERE table_schema = 'speechmemo' AND column_name = 'library'
          AND table_name NOT IN ('queues', 'test_times') ORDER BY 1
        """
      ) { $0.text(0) }
    }
  }

  @Test("A query without a library returns nothing; with one, only its rows")
  func rows() async throws {
    for name in ["a", "b"] { _ = try await library(name) }
    let tables = try await tables()
    #expect(tables.count == 17)
    let server = PostgresPool(database.address.inSchema, size: 1, limits: .relaxed)
    let number = try await database.libraries.number(of: "a")
    for table in tables {
      func libraries(_ settings: [PostgresSetting]) async throws -> [Int] {
        try await server.read(settings) {
          try $0.query("SELECT DISTINCT library FROM \(table)") { $0.int(0) }
        }
      }
      let tenant = { PostgresSetting("speechmemo.library", $0) }
      #expect(try await libraries([]) == [], "\(table) without a library")
      #expect(try await libraries([tenant("")]) == [], "\(table) with none")
      #expect(try await libraries([tenant("999")]) == [], "\(table) with one that is not there")
      #expect(try await libraries([tenant("\(number)")]) == [number], "\(table)")
      let all = try await PostgresPool(database.owner.inSchema, size: 1, limits: .relaxed).read {
        try $0.query("SELECT DISTINCT library FROM \(table)") { $0.int(0) }
      }
      #expect(all.count == 2, "\(table) has rows of both")
      // Invisible rows cannot be changed, either, nor written for another library.
      for settings in [[], [tenant("999")]] {
        #expect(try await server.write(settings) { try $0.run("DELETE FROM \(table)") } == 0)
        #expect(
          try await server.write(settings) { try $0.run("UPDATE \(table) SET library = library") }
            == 0)
      }
      let error = await #expect(throws: PostgresError.self) {
        try await server.write([tenant("\(number)")]) {
          try $0.run("UPDATE \(table) SET library = 999")
        }
      }
      #expect(error?.kind == .refused, "\(table)")
    }
    for table in ["libraries", "queues", "transcribers"] {
      let error = await #expect(throws: PostgresError.self) {
        try await server.read { try $0.run("SELECT * FROM \(table)") }
      }
      #expect(error?.kind == .refused, "\(table)")
    }
  }

  @Test("Each key includes the library, and the server separates libraries in each table")
  func keys() async throws {
    let tables = Set(try await tables())
    let owner = PostgresPool(database.owner.inSchema, size: 1, limits: .relaxed)
    let policies = try await owner.read {
      try $0.query(
        """
        SELECT relname::text FROM pg_class JOIN pg_policy ON polrelid = pg_class.oid
        WHERE relrowsecurity AND polqual IS NOT NULL AND polwithcheck IS NOT NULL
        """
      ) { $0.text(0) }
    }
    #expect(Set(policies) == tables)
    // Unique indexes and those for lookups must start with the library.
    let indexes = try await owner.read {
      try $0.query(
        """
        SELECT pg_get_indexdef(indexrelid), relname::text FROM pg_index
        JOIN pg_class ON pg_class.oid = indrelid
        JOIN pg_namespace ON pg_namespace.oid = relnamespace WHERE nspname = 'speechmemo'
        """
      ) { (definition: $0.text(0), table: $0.text(1)) }
    }
    let others = indexes.filter { tables.contains($0.table) && !$0.definition.contains("(library") }
      .map { $0.definition.split(separator: " ").first { $0.contains("_by_") } }
    // Tokens and links are looked up to find their library. Indexed words contain the library.
    #expect(
      Set(others) == [
        "access_tokens_by_sha256", "share_links_by_sha256", "texts_by_title_word", "texts_by_word",
      ])
    let references = try await owner.read {
      try $0.query(
        """
        SELECT pg_get_constraintdef(pg_constraint.oid) FROM pg_constraint
        JOIN pg_namespace ON pg_namespace.oid = connamespace
        WHERE nspname = 'speechmemo' AND contype = 'f'
        """
      ) { $0.text(0) }
    }
    #expect(references.count > 10)
    #expect(references.allSatisfy { $0.hasPrefix("FOREIGN KEY (library") })
  }

  @Test("The functions that see several libraries are a fixed list")
  func functions() async throws {
    let functions = try await PostgresPool(database.owner, size: 1, limits: .relaxed).read {
      try $0.query(
        """
        SELECT proname::text FROM pg_proc JOIN pg_namespace ON pg_namespace.oid = pronamespace
        WHERE nspname = 'speechmemo' AND prosecdef ORDER BY 1
        """
      ) { $0.text(0) }
    }
    #expect(
      functions == [
        "add_library", "add_transcriber", "changes_by_others", "claim_anywhere", "forget_writers",
        "job_waits", "library_named", "library_names", "library_of_link", "library_of_token",
        "memos_with", "moment", "note_transcriber", "queue_shares", "queue_state",
        "remove_transcriber", "set_queue_share", "share_queue", "transcriber_of_token",
        "transcriber_tokens",
      ])
  }

  @Test("Tokens without a library are invisible to the serving role, even if granted")
  func transcribers() async throws {
    let libraries = LibrariesClient.postgres(database.libraries)
    let name = "gpu \(UUID())"
    _ = try await libraries.addTranscriber(
      token: AccessToken(name: name, scopes: [.queue], createdAt: .distantPast), sha256: name)
    let owner = PostgresPool(database.owner.inSchema, size: 1, limits: .relaxed)
    try await owner.write {
      try $0.execute(["GRANT SELECT, UPDATE, DELETE ON transcribers TO \(TestDatabase.role)"])
    }
    let server = PostgresPool(database.address.inSchema, size: 1, limits: .relaxed)
    #expect(
      try await server.read { try $0.query("SELECT name FROM transcribers") { $0.text(0) } } == [])
    #expect(try await server.write { try $0.run("DELETE FROM transcribers") } == 0)
    try await owner.write {
      try $0.execute(["REVOKE ALL ON transcribers FROM \(TestDatabase.role)"])
    }
    #expect(try await libraries.transcriber(showing: name, usedAt: .distantPast)?.name == name)
  }

  @Test(
    "Each statement filters by library even without row policies")
  func statements() async throws {
    let names = ["a", "b"]
    for name in names { _ = try await library(name) }
    // The owner of the tables is not kept from anything.
    let trusted = PostgresLibraries(
      database.owner, files: .inMemory(), limits: .relaxed, isTrusted: true)
    let (one, other) = (
      trusted.client("a"), trusted.client("b")
    )
    let memo = Recording.fixed(1).id
    let before = try await other.archive.memos(ids: [memo, Recording.fixed(2).id])
    let start = Date(timeIntervalSince1970: 1_790_000_000)

    #expect(try await one.recordings(RecordingQuery(place: nil)).count == 2)
    #expect(try await one.recordingIDs("00").count == 2)
    #expect(try await one.recordingWithChecksum("checksum-1")?.title == "Of a")
    #expect(try await one.audioFileNames().count == 2)
    #expect(try await one.transcription(memo)?.text == "budget of a")
    #expect(try await one.firstWords([memo]) == [memo: "budget of a"])
    #expect(try await one.search(SearchQuery("budget")).map(\.recording.title) == ["Of a"])
    #expect(try await one.search(SearchQuery("speaker:b")).isEmpty)
    #expect(try await one.search(SearchQuery("speaker:a")).count == 1)
    #expect(try await one.wordStatistics(9).mostFrequent.map(\.count) == [1])
    #expect(try await one.history.versions(memo).count == 3)
    #expect(try await one.history.transcription(memo, 2).text == "budgets")
    #expect(try await one.history.lastEdit()?.memo == memo)
    #expect(try await one.jobs.list().count == 1)
    #expect(try await one.processedFiles().map(\.path) == ["/a"])
    #expect(try await one.voices.all().map(\.name) == ["a"])
    #expect(try await one.access.tokens().map(\.name) == ["a"])
    #expect(try await one.access.token("token b", start) == nil)
    #expect(try await one.access.sharedMemo("link b", start) == nil)
    #expect(try await one.access.links(memo).count == 1)
    #expect(try await one.webhookEvents.webhook()?.url.path == "/a")
    #expect(try await one.integrityProblems() == [])

    try await one.update(.fixed(1, title: "Changed"))
    try await one.history.restore(memo, 2, 3, start)
    let job = try #require(try await one.jobs.claim(nil))
    try await one.jobs.append([.spoken("new")], job.id, nil, 0.5)
    try await one.jobs.renew(job.id)
    try await one.jobs.end(
      job.id,
      .done(TranscriptionSummary(), at: start))
    #expect(try await one.jobs.finished(since: .distantPast).count == 1)
    let event = try #require(try await one.webhookEvents.claim(start, start + 9))
    #expect(event.body.contains("Of a"))
    try await one.webhookEvents.end(event.id, .retry(at: start + 99, reason: "r", isForAll: true))
    #expect(try await one.voices.forget("b") == .nothing)
    #expect(try await one.access.removeToken("b") == false)
    let token = try #require(try await one.access.tokens().first)
    let session = AccessToken(name: "s", scopes: [.read], createdAt: start, kind: .session)
    #expect(try await one.access.addSession(session, "session", token)?.parent == "a")
    #expect(try await one.access.token("session", start)?.name == "s")
    #expect(try await other.access.token("session", start) == nil)
    try await one.trash([memo, Recording.fixed(2).id], start)
    try await one.restore([memo])
    _ = try await one.deletePermanently([Recording.fixed(2).id])
    try await one.webhookEvents.setWebhook(nil)
    try await one.archive.remove(try #require(try await one.archive.memos([memo]).first))
    #expect(try await one.recordings(RecordingQuery(place: nil)) == [])

    #expect(try await other.archive.memos(ids: [memo, Recording.fixed(2).id]) == before)
    #expect(try await other.webhookEvents.webhook()?.waitingCount == 2)
    #expect(try await other.webhookEvents.webhook()?.problem == nil)
    #expect(try await other.voices.all().count == 1)
    #expect(try await other.access.tokens().count == 1)
    #expect(try await other.access.links(memo).count == 1)
    #expect(try await other.integrityProblems() == [])
  }

  @Test("A role that may see every library serves none")
  func roles() async throws {
    try await database.add("a")
    for address in [database.owner, database.administrator] {
      let library = PostgresLibraries(address, files: .inMemory()).client("a")
      let error = await #expect(throws: DatabaseError.self) {
        _ = try await library.recordings(matching: RecordingQuery())
      }
      #expect(error?.description.contains("its role can see every library") == true)
    }
  }

  @Test("A missing library is reported by name, and one is created once")
  func missing() async throws {
    let libraries = LibrariesClient.postgres(database.libraries)
    let library = database.libraries.client("nowhere")
    await #expect(throws: DatabaseError.notFound(library: "nowhere")) {
      _ = try await library.recordings(matching: RecordingQuery())
    }
    await #expect(throws: DatabaseError.notFound(library: "nowhere")) {
      _ = try await libraries.library(named: "nowhere")
    }
    #expect(try await libraries.add(name: "here\0"))
    #expect(try await !libraries.add(name: "here\0"))
    #expect(try await libraries.names() == ["here\0"])
    #expect(try await libraries.library(named: "here\0").jobs.list() == [])
  }

  @Test("A library is found by the token, or the link, that opens it")
  func opened() async throws {
    let libraries = LibrariesClient.postgres(database.libraries)
    for name in ["a", "b"] { _ = try await library(name) }
    let start = Date(timeIntervalSince1970: 1_790_000_000)
    let opened = try #require(try await libraries.opened(byToken: "token b", usedAt: start))
    #expect(opened.library == "b" && opened.token.name == "b" && opened.token.lastUsedAt == start)
    #expect(try await libraries.opened(byToken: "token c", usedAt: start) == nil)
    try await database.setTime(start)
    #expect(try await libraries.shared(byLink: "link a") == "a")
    try await database.setTime(start + 1000)
    #expect(try await libraries.shared(byLink: "link a") == nil)
    // Another library with the same token does not take it over.
    let token = AccessToken(name: "theirs", scopes: [.admin], createdAt: .distantPast)
    let first = database.libraries.client("a")
    #expect(try await first.access.addToken(token: token, sha256: "token b"))
    #expect(try await libraries.opened(byToken: "token b", usedAt: start)?.library == "b")
  }
}
