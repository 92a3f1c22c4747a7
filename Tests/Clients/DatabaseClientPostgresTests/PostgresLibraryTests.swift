import ConcurrencyExtras
import DatabaseClient
import Foundation
import PostgreSQL
import SharedModels
import Tagged
import TestLibraries
import TestPostgres
import Testing

@testable import DatabaseClientPostgres

/// Behavior specific to PostgreSQL. `DatabaseTests` has the behavior of all libraries.
@Suite(
  .enabled(if: TestPostgres.isInstalled, "\(TestPostgres.installHint)"), .timeLimit(.minutes(10)))
struct PostgresLibraryTests {
  private let database: TestDatabase
  private let library: DatabaseClient

  init() async throws {
    database = try await TestDatabase(on: .shared())
    try await database.add("a")
    library = database.libraries.client("a")
  }

  @Test(
    "Common and rare words are found alike, through recent memos or the index"
  )
  func searchSteps() async throws {
    for number in 1...60 as ClosedRange<UInt8> {
      try await library.addMemo(
        number, title: "Memo \(number)",
        saying: "the common one \(number % 7 == 0 ? "rare rarely" : "") number\(number)")
    }
    try await library.trash(ids: [Recording.ID(.fixed(56))], at: .distantPast)
    let small = PostgresLibraries(
      database.address, files: .inMemory(), limits: .relaxed, searchStep: 1)
    let stepwise = small.client("a")
    let middle = PostgresLibraries(
      database.address, files: .inMemory(), limits: .relaxed, searchStep: 13
    )
    .client("a")
    for text in [
      "common", "rare", "rar*", "number5*", "\"the common\"", "\"common the\"", "rare common",
      "nowhere", "number17", "memo 17", "\"one rare\"",
    ] {
      for limit in [1, 3, 50, 100] {
        let query = SearchQuery(
          text, from: Date(timeIntervalSince1970: 3_000), limit: limit, placeLimit: 1)
        let hits = try await library.search(query: query)
        #expect(try await stepwise.search(query: query) == hits, "\(text), \(limit)")
        #expect(try await middle.search(query: query) == hits, "\(text), \(limit)")
      }
    }
    #expect(try await stepwise.search(query: SearchQuery("rare")).count == 7)
    #expect(try await stepwise.search(query: SearchQuery("common", limit: 100)).count == 59)
  }

  @Test("Words of no language and very long texts are stored and found")
  func overlong() async throws {
    let endless = String(repeating: "x", count: 30_000)
    try await library.addMemo(1, saying: "one \(endless)é end")
    // More words than the server takes in one place.
    let many = (0..<90_000).map { "w\(String($0, radix: 36))" }
    try await library.addMemo(2, title: "Many", saying: many.joined(separator: " "))
    func found(_ text: String) async throws -> [UUID] {
      try await library.search(query: SearchQuery(text)).map(\.recording.id.rawValue)
    }
    #expect(try await found("\(endless)é") == [.fixed(1)])
    #expect(try await found("\(endless.prefix(250))*") == [.fixed(1)])
    #expect(try await found(String(endless.prefix(250))) == [])
    #expect(try await found("w1a2") == [.fixed(2)])
    #expect(try await found("many \"w10 w11\"") == [.fixed(2)])
    #expect(try await found("end") == [.fixed(1)])
    #expect(try await library.integrityProblems() == [])
  }

  @Test("Each problem of a library is one line")
  func problems() async throws {
    for number in 1...4 as ClosedRange<UInt8> {
      try await library.addMemo(number, saying: "one two", "three four", "five")
    }
    #expect(try await library.integrityProblems() == [])
    try await PostgresPool(database.owner.inSchema, size: 1, limits: .relaxed).write {
      transaction in
      try transaction.execute([
        """
        DELETE FROM segments USING transcriptions, recordings
        WHERE transcription = transcriptions.row AND transcriptions.recording = recordings.row
          AND recordings.id = '\(UUID.fixed(1))' AND position = 1
        """,
        """
        UPDATE texts SET words = array_to_tsvector('{elsewhere}') FROM recordings
        WHERE recording = recordings.row AND id = '\(UUID.fixed(2))'
        """,
        """
        UPDATE segments SET words = 'nonsense' FROM transcriptions, recordings
        WHERE transcription = transcriptions.row AND transcriptions.recording = recordings.row
          AND recordings.id = '\(UUID.fixed(3))' AND position = 0
        """,
        """
        UPDATE segments SET words = '[["other",0,500,875],["words",500,1000,875]]'
        FROM transcriptions, recordings
        WHERE transcription = transcriptions.row AND transcriptions.recording = recordings.row
          AND recordings.id = '\(UUID.fixed(4))' AND position = 0
        """,
      ])
    }
    let transcripts = [1, 3, 4].map { Transcription.ID(.fixed(200 + $0)).text }
    #expect(
      Set(try await library.integrityProblems()) == [
        "the search index does not match memo \(UUID.fixed(2).text)",
        "transcript \(transcripts[0]) is incomplete", "transcript \(transcripts[1]) is incomplete",
        "the search index does not match transcript \(transcripts[2])",
      ])
    let error = await #expect(throws: DatabaseError.self) {
      _ = try await library.transcription(of: Recording.ID(.fixed(3)))
    }
    guard case .corrupt? = error
    else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("A snapshot includes data that belongs to no memo")
  func snapshot() async throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let start = Date(timeIntervalSince1970: 1_790_000_000)
    try await library.addMemo(2, title: "Second", saying: "hello there")
    try await library.insert(.fixed(1), .fixed(1))
    let job = try #require(try await library.jobs.claim(nil))
    try await library.jobs.append([.spoken("so far")], job.id, .fixed, 0.5)
    try await library.trash([Recording.fixed(2).id], start)
    let token = AccessToken(
      name: "t", scopes: [.read], createdAt: start, lastUsedAt: start + 100)
    _ = try await library.access.addToken(token, "s")
    _ = try await library.access.token("s", start + 100)
    // Its name precedes that of its parent.
    let browser = AccessToken(
      name: "Browser", scopes: [.read], createdAt: start, kind: .session)
    let session = try #require(try await library.access.addSession(browser, "b", token))
    let link = ShareLink(
      id: ShareLink.ID(.fixed(9)), memo: Recording.fixed(1).id, createdAt: start,
      expiresAt: start + 1000)
    _ = try await library.access.addLink(link, "l")
    let anna = RememberedVoice(
      name: "Anna", voice: Voice(model: "m", embedding: [0.1, 1], sameLikeness: 0.65),
      createdAt: start)
    try await library.addMemo(3, saidBy: [.fixed(0, anna.voice)])
    try await library.remember(anna.name, of: 3, at: start)
    try await library.archive.remove(
      try #require(try await library.archive.memos([Recording.fixed(3).id]).first))
    try await library.saveProcessedFile(ProcessedFile(path: "/f", byteCount: 1, modifiedAt: 2))
    try await library.webhookEvents.setWebhook(URL(string: "https://example.org/hook"))

    let file = folder.url.appendingPathComponent("snapshot")
    try await library.archive.snapshot(to: file)
    let copy = library.archive.contents(of: file)
    let all = RecordingQuery(place: nil)
    #expect(
      try await copy.recordings(matching: all).map(\.id)
        == (try await library.recordings(matching: all).map(\.id)))
    let ids = [Recording.fixed(1).id, Recording.fixed(2).id]
    #expect(
      try await copy.archive.memos(ids: ids)
        == (try await library.archive.memos(ids: ids).map(\.requeued)))
    #expect(try await copy.access.tokens() == [session, token])
    #expect(try await copy.access.token(sha256: "s", usedAt: start + 101) == token)
    #expect(
      try await copy.access.sharedMemo(sha256: "l", at: start)?.id == Recording.fixed(1).id)
    #expect(try await copy.voices.all() == [anna], "though she speaks in no memo any more")
    #expect(try await copy.processedFiles().map(\.path) == ["/f"])
    #expect(try await copy.webhookEvents.webhook()?.url.path == "/hook")
    #expect(try await copy.webhookEvents.webhook()?.waitingCount == 0)
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(left == ["snapshot"])
  }

  @Test("A client without changes sends no notification, and an idle one is dropped")
  func telling() async throws {
    let number = try await database.libraries.number(of: "a")
    func revision() async throws -> Int? {
      try await database.otherProgram.revisions(of: [number])[number]
    }
    let queue = JobQueueClient.postgres(database.libraries)
    var known = try await revision()
    #expect(known == 0)
    func expectChange(
      _ isExpected: Bool, _ work: () async throws -> Void,
      sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
      try await work()
      let now = try await revision()
      #expect((now != known) == isExpected, sourceLocation: sourceLocation)
      known = now
    }
    try await expectChange(true) { try await library.insert(.fixed(1), .fixed(1)) }
    let job = TranscriptionJob.fixed(1).id
    try await expectChange(true) { _ = try await library.jobs.claim(nil) }
    try await expectChange(false) { _ = try await library.jobs.claim(nil) }
    try await expectChange(false) { _ = try await queue.claim(except: []) }
    try await expectChange(false) { try await library.jobs.renew(job) }
    try await expectChange(true) { try await library.jobs.end(job, .interrupted) }
    try await expectChange(true) { _ = try await queue.claim(except: []) }
    try await expectChange(false) { _ = try await library.recordings(RecordingQuery()) }
    #expect(try await database.libraries.revisions(of: [number]) == [number: 0], "it was itself")

    let owner = PostgresPool(database.owner.inSchema, size: 1, limits: .relaxed)
    try await owner.write {
      try $0.execute([
        "UPDATE revisions SET changed_at = now() - interval '2 days'",
        "UPDATE receipts SET kept_at = now() - interval '2 days'",
      ])
    }
    let late = PostgresLibraries(database.address, files: .inMemory(), limits: .relaxed)
    #expect(try await late.client("a").jobs.list().count == 1)
    let counts = try await owner.read {
      try $0.first(
        "SELECT (SELECT count(*) FROM revisions), (SELECT count(*) FROM receipts)"
      ) { [$0.int(0), $0.int(1)] }
    }
    // That it has forgotten the others is the last that it has done.
    #expect(counts?[0] == 0)
    #expect((0...1).contains(counts?[1] ?? 9))
  }

  @Test("Of two concurrent imports of the same audio, one gets the existing memo")
  func twins() async throws {
    let refused = try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 1...8 as ClosedRange<UInt8> {
        group.addTask { [database] in
          let programs = [database.libraries, database.otherProgram]
          let library = programs[Int(number) % 2].client("a")
          do {
            try await library.insert(recording: .fixed(number, sha256: "same"), job: nil)
            return false
          } catch DatabaseError.alreadyExists(sha256: "same") {
            return true
          }
        }
      }
      return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(refused == 7)
    #expect(try await library.recordings(matching: RecordingQuery()).count == 1)
  }

  @Test("Concurrent changes of one memo are all applied")
  func manyWriters() async throws {
    try await library.addMemo(1, saying: "one two three")
    let id = Recording.fixed(1).id
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 1...12 {
        group.addTask { [database] in
          let programs = [database.libraries, database.otherProgram]
          let library = programs[number % 2].client("a")
          _ = try await library.modify(id: id) { $0.tags.append("tag\(number)") }
        }
        group.addTask { [database] in
          let library = database.otherProgram.client("a")
          try await library.jobs.enqueue(
            job: TranscriptionJob(
              id: TranscriptionJob.ID(), recordingID: id, createdAt: .distantPast))
        }
        group.addTask { [library] in
          try await library.trash(ids: [id], at: .distantPast)
          try await library.restore(ids: [id])
        }
      }
      try await group.waitForAll()
    }
    let memo = try #require(
      try await library.recordings(matching: RecordingQuery(ids: [id], place: nil)).first)
    #expect(memo.tags.filter { $0.hasPrefix("tag") }.count == 12)
    #expect(try await library.jobs.list().count == 1, "each takes the place of the one before")
  }

  @Test("A crashing server loses no confirmed change")
  func crashes() async throws {
    let server = try await TestPostgres.start()
    let database = try await TestDatabase(on: server)
    try await database.add("a")
    let library = database.libraries.client("a")
    // A client that has never seen the server would not wait for it.
    #expect(try await database.otherProgram.client("a").jobs.list() == [])
    let writer = Task {
      var ids: Set<UUID> = []
      for number in 1...80 as ClosedRange<UInt8> {
        try await library.insert(recording: .fixed(number), job: .fixed(number))
        ids.insert(.fixed(number))
      }
      return ids
    }
    let transcriber = Task {
      let queue = JobQueueClient.postgres(database.otherProgram)
      var count = 0
      while count < 80 {
        try Task.checkCancellation()
        guard let claim = try await queue.claim(except: [])
        else { continue }
        for text in ["one", "two"] {
          try await queue.append(
            segments: [.spoken(text)], to: claim.proof, checkpoint: nil, progress: 0.5)
        }
        try await queue.end(
          claim: claim.proof,
          outcome: .done(TranscriptionSummary(), at: .distantPast))
        count += 1
      }
    }
    for _ in 1...3 { try await server.restart() }
    let ids = try await writer.value
    try await transcriber.value
    let memos = try await library.recordings(matching: RecordingQuery())
    #expect(Set(memos.map(\.id.rawValue)) == ids)
    for memo in memos {
      let text = try await library.transcription(of: memo.id)?.text
      #expect(text == "one two", "no segment twice, none lost")
    }
    #expect(try await library.integrityProblems() == [])
  }

  @Test("An unreachable server is reported with its address and without the password")
  func unreachable() async throws {
    let address = try PostgresAddress("postgres://anna:secret@localhost:1/memos")
    let library = PostgresLibraries(address, files: .inMemory()).client("a")
    let error = await #expect(throws: DatabaseError.self) { _ = try await library.jobs.list() }
    #expect(error?.description.contains("postgres://anna@localhost:1/memos") == true)
    #expect(error?.description.contains("secret") == false)
  }

  @Test("An invalid database URL is reported without its secrets")
  func noAddress() async throws {
    for url in ["postgres://anna:secret@[::1/memos", "host=a prot=1 password=secret"] {
      let error = #expect(throws: DatabaseError.self) {
        try PostgresLibraries(url, files: .inMemory())
      }
      #expect(error?.description.contains("secret") == false, "\(String(describing: error))")
      await #expect(throws: DatabaseError.self) {
        _ = try await PostgresSchema.migrate(url, servedBy: "anybody")
      }
    }
  }

  @Test("A canceled search ends")
  func cancelled() async throws {
    try await library.addMemo(1, saying: "one")
    let lock = PostgresPool(database.owner.inSchema, size: 1, limits: .relaxed)
    let (isLocked, isOver) = (AsyncStream<Void>.makeStream(), DispatchSemaphore(value: 0))
    let holder = Task {
      try await lock.write { transaction in
        try transaction.run("LOCK TABLE texts IN ACCESS EXCLUSIVE MODE")
        isLocked.continuation.yield()
        isOver.wait()
      }
    }
    for await _ in isLocked.stream { break }
    let search = Task { try await library.search(query: SearchQuery("one")) }
    while try await lockWaiters() == 0 { try? await Task.sleep(for: .milliseconds(2)) }
    search.cancel()
    await #expect(throws: CancellationError.self) { try await search.value }
    isOver.signal()
    try await holder.value
    #expect(try await library.search(query: SearchQuery("one")).count == 1)
  }

  private func lockWaiters() async throws -> Int {
    try await PostgresPool(database.administrator, size: 1, limits: .relaxed).read {
      try $0.first(
        """
        SELECT count(*) FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'
        """
      ) { $0.int(0) } ?? 0
    }
  }
}
