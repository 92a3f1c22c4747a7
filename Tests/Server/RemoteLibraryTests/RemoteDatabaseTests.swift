import ApiClient
import Clocks
import ConcurrencyExtras
import DatabaseClient
import Dependencies
import Foundation
import HTTPMessages
import ServerRouter
import SharedModels
import TestSite
import Testing
import TokenCore

struct RemoteDatabaseTests {
  private static func memo(_ number: Int) -> TranscribedMemo {
    TranscribedMemo(
      recording: .preview(
        id: Recording.ID(UUID(uuid: (1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(number)))),
        title: "Memo \(number)", date: Date(timeIntervalSince1970: Double(1_000 * number) + 0.25)),
      transcription: .mock)
  }

  @Test("Memos match the library's for any query and number of pages")
  func recordings() async throws {
    let remote = try await RemoteSite((1...120).map { Self.memo($0) })
    let all = try await remote.site.database.recordings(matching: RecordingQuery())
    var queries = [
      RecordingQuery(), RecordingQuery(limit: 7), RecordingQuery(limit: 0),
      RecordingQuery(ids: []), RecordingQuery(ids: all.prefix(70).map(\.id)),
      RecordingQuery(ids: all.map(\.id), limit: 60), RecordingQuery(place: nil),
      RecordingQuery(place: .trash),
      RecordingQuery(after: RecordingQuery.Position(after: all[40]), limit: 3),
    ]
    for filter in [
      RecordingFilter(from: all[50].date, until: all[10].date),
      RecordingFilter(isFavorite: true), RecordingFilter(longer: .seconds(1)),
      RecordingFilter(shorter: .seconds(1)), RecordingFilter(statuses: ["done", "failed"]),
      RecordingFilter(tags: ["x"]), RecordingFilter(titlePrefix: "memo 1"),
    ] { queries.append(RecordingQuery(filter: filter)) }
    for query in queries {
      let expected = try await remote.site.database.recordings(matching: query)
      #expect(try await remote.database.recordings(matching: query) == expected, "\(query)")
    }
    #expect(try await remote.database.recordingIDs(startingWith: "01").count == 10)
    let names = try await remote.site.database.audioFileNames()
    #expect(try await remote.database.audioFileNames() == names)
    let memo = all[3]
    #expect(try await remote.database.recordingWithChecksum(memo.audio.sha256)?.audio == memo.audio)
    #expect(try await remote.database.recordingWithChecksum("00") == nil)
  }

  @Test("A memo listed twice by the server is listed once")
  func listedTwice() async throws {
    let memo = Self.memo(1).recording
    let remote = try await RemoteSite([Self.memo(1)])
    let page = Array(try JSONEncoder.speechMemo.encode(MemoPage(memos: [memo, memo])))
    remote.onResponse.setValue { _, _ in HTTPResponse(content: .bytes(page)) }
    let found = try await remote.database.recordings(matching: RecordingQuery())
    #expect(found.map(\.id) == [memo.id])
  }

  @Test("Of two changes at one moment none is lost")
  func modify() async throws {
    let remote = try await RemoteSite([Self.memo(1)])
    let id = Self.memo(1).recording.id
    let turns = LockIsolated(0)
    let changed = try await remote.database.modify(id: id) { memo in
      turns.withValue { $0 += 1 }
      memo.tags.append("mine")
    }
    #expect(changed.tags == ["mine"])
    #expect(turns.value == 1)
    // The announced change is outdated by now, once.
    let isFirst = LockIsolated(true)
    remote.onResponse.setValue { request, response in
      guard request.method == .get, isFirst.value
      else { return response }
      isFirst.setValue(false)
      var old = response
      old.headers["ETag"] = "\"before\""
      return old
    }
    let both = try await remote.database.modify(id: id) { memo in
      turns.withValue { $0 += 1 }
      memo.isFavorite = true
    }
    #expect(both.isFavorite)
    #expect(both.tags == ["mine"])
    #expect(turns.value == 3)
    await #expect(throws: DatabaseError.notFound("the memo")) {
      _ = try await remote.database.modify(id: Recording.mock.id) { $0.title = "x" }
    }
    let late = both.date + 86_400
    let dated = try await remote.database.modify(id: id) { $0.date = late }
    #expect(dated.date == late)
    #expect(dated.tags == ["mine"])
    var whole = dated
    whole.title = "Whole"
    whole.date += 1
    try await remote.database.update(whole)
    #expect(try await remote.site.database.recording(id: id)?.date == whole.date)
    let titles = try await remote.site.database.recordings(matching: RecordingQuery()).map(\.title)
    #expect(titles == ["Whole"])
  }

  @Test("Memos are trashed, restored and deleted as in a local library")
  func trash() async throws {
    let remote = try await RemoteSite((1...3).map { Self.memo($0) })
    let ids = [Self.memo(1).recording.id, Self.memo(2).recording.id]
    try await remote.database.trash(ids: ids, at: TestSite.now)
    let trash = try await remote.database.recordings(matching: RecordingQuery(place: .trash))
    #expect(trash.count == 2)
    try await remote.database.restore(ids: [ids[0]])
    let forgotten = try await remote.database.deletePermanently(ids: ids)
    #expect(forgotten.map(\.id) == [ids[1]])
    let left = try await remote.site.database.recordings(matching: RecordingQuery(place: nil))
    #expect(left.map(\.title) == ["Memo 3", "Memo 1"])
  }

  @Test("A transcript is read and edited with word times, and conflicts are reported")
  func transcripts() async throws {
    let remote = try await RemoteSite([Self.memo(1)])
    let id = Self.memo(1).recording.id
    var transcription = try #require(try await remote.database.transcription(of: id))
    #expect(transcription == .mock)
    #expect(try await remote.database.transcription(of: Recording.mock.id) == nil)
    #expect(try await remote.database.firstWords(of: [id]) == [:])
    let edit = try #require(
      transcription.edit(text: transcription.text + " Indeed.", at: TestSite.now))
    try await remote.database.editTranscription(id: transcription.id, with: edit)
    let isMade = transcription.apply(edit)
    #expect(isMade)
    #expect(try await remote.site.database.transcription(of: id) == transcription)
    await #expect(throws: DatabaseError.conflict("the text")) {
      try await remote.database.editTranscription(id: transcription.id, with: edit)
    }
  }

  @Test("The versions of a text are listed, read, and restored as on the library's machine")
  func history() async throws {
    let remote = try await RemoteSite([Self.memo(1)])
    let (id, history) = (Self.memo(1).recording.id, remote.database.history)
    #expect(try await history.lastEdit() == nil)
    let original = try #require(try await remote.database.transcription(of: id))
    let edit = try #require(original.edit(text: original.text + " Indeed.", at: TestSite.now))
    try await remote.database.editTranscription(id: original.id, with: edit)
    let local = remote.site.database.history
    let versions = try await history.versions(of: id)
    #expect(versions.count == 2 && versions.current?.number == 2)
    #expect(try await versions == local.versions(of: id))
    #expect(try await history.lastEdit() == local.lastEdit())
    #expect(try await history.lastEdit()?.memo == id)
    #expect(try await history.transcription(of: id, version: 1) == original)

    await #expect(throws: DatabaseError.conflict("the text")) {
      try await history.restore(of: id, version: 1, current: 1, at: TestSite.now)
    }
    await #expect(throws: DatabaseError.notFound("version 9 of the text")) {
      try await history.restore(of: id, version: 9, current: 2, at: TestSite.now)
    }
    await #expect(throws: DatabaseError.notFound("version 9 of the text")) {
      _ = try await history.transcription(of: id, version: 9)
    }
    await #expect(throws: DatabaseError.notFound("the memo")) {
      _ = try await history.versions(of: Self.memo(2).recording.id)
    }
    try await history.restore(of: id, version: 1, current: 2, at: TestSite.now)
    #expect(try await remote.site.database.transcription(of: id) == original)
    #expect(try await history.versions(of: id).map(\.restored) == [nil, nil, 1])
    #expect(try await history.lastEdit() == nil)
  }

  @Test("Search and word counts match the library's")
  func search() async throws {
    let remote = try await RemoteSite((1...3).map { Self.memo($0) })
    for query in [
      SearchQuery("budget"), SearchQuery("budget", limit: 2, placeLimit: 0), SearchQuery("memo 2"),
      SearchQuery("nowhere"), SearchQuery("budget", from: Date(timeIntervalSince1970: 2_000)),
    ] {
      let expected = try await remote.site.database.search(query: query)
      #expect(try await remote.database.search(query: query) == expected, "\(query)")
      let count = try await remote.site.database.searchCount(query: query)
      #expect(try await remote.database.searchCount(query: query) == count, "\(query)")
    }
    let first = Self.memo(1).recording
    _ = try await remote.site.database.modify(id: first.id) { $0.tags = ["work"] }
    #expect(try await remote.database.tagCounts() == [TagCount("work", count: 1)])
    for filter in [
      RecordingFilter(tags: ["Work"]), RecordingFilter(isFavorite: !first.isFavorite),
      RecordingFilter(longer: first.duration), RecordingFilter(shorter: first.duration),
      RecordingFilter(statuses: ["done"]), RecordingFilter(statuses: ["failed"]),
    ] {
      var query = SearchQuery("budget")
      query.filter = filter
      let expected = try await remote.site.database.search(query: query)
      #expect(try await remote.database.search(query: query) == expected, "\(filter)")
    }
    let statistics = try await remote.site.database.wordStatistics(mostFrequent: 3)
    #expect(try await remote.database.wordStatistics(mostFrequent: 3) == statistics)
    var repaired = Self.memo(9)
    repaired = TranscribedMemo(
      recording: repaired.recording,
      transcription: Transcription(repairs: 2, segments: repaired.transcription.segments))
    try await remote.site.database.insertTranscribed(memos: [repaired])
    #expect(
      try await remote.database.repairs()
        == RepairStatistics(memoCount: 1, repairedMemoCount: 1, repairCount: 2))
    #expect(
      try await remote.database.transcription(of: repaired.recording.id)?.repairs == 2)
    let error = await #expect(throws: ApiError.self) {
      _ = try await remote.database.search(query: SearchQuery("?!"))
    }
    #expect(error?.description == "\(DatabaseError.notSearchable("?!"))")
  }

  @Test("Searches and jobs are requested in pages until all have arrived")
  func pages() async throws {
    let memos = (1...3).map { Self.memo($0) }
    let jobs = memos.enumerated().map { index, memo in
      TranscriptionJob(
        id: TranscriptionJob.ID(UUID(index)),
        recordingID: memo.recording.id, createdAt: TestSite.now)
    }
    let remote = try await RemoteSite(memos)
    for job in jobs { try await remote.site.database.jobs.enqueue(job: job) }
    // First pages with one entry.
    remote.onResponse.setValue { request, response in
      guard !request.target.contains("after="), case .bytes(let bytes) = response.content
      else { return response }
      if request.target.hasPrefix("/api/jobs") {
        var list = try JSONDecoder.speechMemo.decode(JobList.self, from: Data(bytes))
        list.jobs = Array(list.jobs.prefix(1))
        list.next = list.jobs.first?.id
        return try Self.response(list)
      }
      var results = try JSONDecoder.speechMemo.decode(SearchResults.self, from: Data(bytes))
      results.hits = Array(results.hits.prefix(1))
      results.next = results.hits.first?.memo.id.text
      return try Self.response(results)
    }
    #expect(try await remote.database.jobs.list().map(\.id) == jobs.map(\.id))
    let page = JobPage(after: jobs[0].id, limit: 1)
    #expect(try await remote.database.jobs.list(page: page).map(\.id) == [jobs[1].id])
    let all = try await remote.site.database.search(query: SearchQuery("budget"))
    #expect(all.count == 3)
    #expect(try await remote.database.search(query: SearchQuery("budget")) == all)
    var query = SearchQuery("budget", limit: 2)
    #expect(try await remote.database.search(query: query) == Array(all[..<2]))
    query.after = all[0].recording.id
    #expect(try await remote.database.search(query: query) == Array(all[1...]))
  }

  private static func response(_ value: some Encodable) throws -> HTTPResponse {
    HTTPResponse(content: .bytes(Array(try JSONEncoder.speechMemo.encode(value))))
  }

  @Test("Transcripts are requested, followed and canceled on the server only")
  func jobs() async throws {
    let remote = try await RemoteSite([Self.memo(1)])
    let id = Self.memo(1).recording.id
    let job = TranscriptionJob(
      id: TranscriptionJob.ID(UUID(uuid: (2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))),
      recordingID: id, createdAt: TestSite.now, model: "small",
      settings: TranscriptionSettings(language: "de"))
    try await remote.database.jobs.enqueue(job: job)
    #expect(try await remote.database.jobs.list().map(\.id) == [job.id])
    #expect(try await remote.database.jobs.job(of: id)?.settings.language == "de")
    #expect(try await remote.database.jobs.claim(among: nil) == nil)
    let theirs = try #require(try await remote.site.database.jobs.claim(among: nil))
    let segments = Array(Transcription.mock.segments.prefix(2))
    try await remote.site.database.jobs.append(
      segments: segments, to: theirs.id, checkpoint: nil, progress: 0.5)
    #expect(try await remote.database.jobs.keptSegments(of: job.id, after: 1) == [segments[1]])
    try await remote.database.jobs.end(id: job.id, outcome: .cancelled)
    #expect(try await remote.database.jobs.list().isEmpty)
    #expect(try await remote.database.jobs.finished(since: .distantPast).isEmpty)
  }

  @Test("A token with an expiry is made on the server, and removed if the server ignores it")
  func expiringTokens() async throws {
    let remote = try await RemoteSite()
    let now = TestSite.now
    func token(_ name: String) -> AccessToken {
      AccessToken(name: name, scopes: [.read], createdAt: now, expiresAt: now + 3_600)
    }
    let sums = ["a", "b"].map { String(repeating: $0, count: 64) }
    #expect(try await remote.database.access.addToken(token: token("one"), sha256: sums[0]))
    #expect(try await remote.database.access.tokens().first == token("one"))
    remote.onResponse.setValue { request, response in
      guard request.method == .post
      else { return response }
      let old = AddedToken(name: "two", scopes: ["read"], token: nil)
      return HTTPResponse(content: .bytes(Array(try JSONEncoder.speechMemo.encode(old))))
    }
    await #expect(throws: ApiError.self) {
      _ = try await remote.database.access.addToken(token: token("two"), sha256: sums[1])
    }
    #expect(try await remote.site.database.access.tokens().map(\.name) == ["one", "test"])
    remote.onRequest.setValue { if $0.method == .delete { throw RemoteSite.lost } }
    let error = await #expect(throws: ApiError.self) {
      _ = try await remote.database.access.addToken(token: token("two"), sha256: sums[1])
    }
    #expect(error?.description.contains("'two', which never expires, could not be removed") == true)
    #expect(try await remote.site.database.access.tokens().map(\.name) == ["one", "test", "two"])
  }

  @Test("A link is created, listed and revoked, and its secret stays here")
  func links() async throws {
    let remote = try await RemoteSite([Self.memo(1)])
    let (memo, moment) = (Self.memo(1).recording, Date(timeIntervalSince1970: 1_790_000_000))
    let (link, secret) = try await withDependencies {
      $0.database = remote.database
      $0.date = .constant(moment)
      $0.uuid = .init { UUID() }
      $0.withRandomNumberGenerator = WithRandomNumberGenerator(SystemRandomNumberGenerator())
    } operation: {
      try await LinkIssuer().add(for: memo.id, lifetime: 3_600)
    }
    let there = try await remote.site.database.access.links(of: memo.id)
    #expect(there.map(\.id) == [link.id])
    #expect(there.map { $0.expiresAt.timeIntervalSince($0.createdAt) } == [3_600])
    #expect(try await remote.database.access.links(of: memo.id) == there)
    #expect(!remote.requests.value.contains { $0.contains(secret) })
    let reply = try await remote.site.sendOnly(
      HTTPRequest(
        .get, SharedRoute.path(with: secret), headers: ["Host": "192.0.2.1:8080"]))
    #expect(reply.status == .ok)
    #expect(
      try await !remote.database.access.addLink(
        link: link, sha256: String(repeating: "a", count: 64))
    )
    #expect(try await remote.database.access.removeLink(id: link.id, of: memo.id))
    #expect(try await !remote.database.access.removeLink(id: link.id, of: memo.id))
    #expect(try await remote.site.database.access.links(of: memo.id) == [])
  }

  @Test("Commands that need the library's files are refused in one line")
  func onlyThere() async throws {
    let remote = try await RemoteSite()
    let error = await #expect(throws: ApiError.self) {
      try await remote.database.archive.snapshot(to: URL(filePath: "/nonexistent"))
    }
    #expect(
      error?.description
        == "backing up a library works only on the machine that has the library: run it there, without --server"
    )
    #expect(try await remote.database.integrityProblems().isEmpty)
  }

  @Test("Changes arrive, and a lost connection resumes")
  func changes() async throws {
    let clock = TestClock()
    let remote = try await RemoteSite([Self.memo(1), Self.memo(2)], clock: clock)
    let ids = (1...2).map { Self.memo($0).recording.id }
    let (asked, tellAsked) = AsyncStream<String?>.makeStream()
    remote.onResponse.setValue { request, response in
      tellAsked.yield(request.headers["Last-Event-ID"])
      return response
    }
    var questions = asked.makeAsyncIterator()
    var changes = remote.database.changes().makeAsyncIterator()
    #expect(await questions.next() == .some(nil))
    // A request from before the listener may be outdated.
    #expect(await changes.next() == .anything)
    _ = try await remote.site.database.modify(id: ids[0]) { $0.title = "One" }
    #expect(await changes.next() == .recordings([ids[0]]))
    // The server stops; changes in the meantime are not missed, since another run has no history.
    remote.site.endStreams()
    await clock.advance(by: .seconds(1))
    let last = try #require(await questions.next())
    #expect(last?.hasSuffix("-1") == true, "\(last ?? "none")")
  }

  @Test("A connection that is lost between the events of a replay misses none", arguments: 0...4)
  func lostInReplay(after cut: Int) async throws {
    let remote = try await RemoteSite()
    let ids = (1...3).map { Self.memo($0).recording.id }
    let connected = "id: a-4\nevent: connected\ndata: {}\n\n"
    let events = ids.enumerated().map { number, id in
      "id: a-\(number + 2)\nevent: memos\ndata: {\"ids\":[\"\(id.text)\"]}\n\n"
    }
    let connections = LockIsolated(0)
    remote.onResponse.setValue { request, _ in
      let number = connections.withValue { count in
        count += 1
        return count
      }
      let position = request.headers["Last-Event-ID"].flatMap { Int($0.dropFirst("a-".count)) }
      let replay = [connected] + events.dropFirst(max(0, (position ?? 1) - 1))
      return switch number {
      case 1: HTTPResponse(text: connected.replacing("a-4", with: "a-1"))
      case 2: HTTPResponse(text: replay.prefix(cut).joined())
      case 3: HTTPResponse(text: replay.joined())
      default:
        throw ApiError.problem(
          server: "", ServerProblem(.unauthorized, "No token", detail: "the test ends"))
      }
    }
    var changes = remote.database.changes().makeAsyncIterator()
    #expect(await changes.next() == .anything)
    for id in ids { #expect(await changes.next() == .recordings([id])) }
  }
}
