import ApiClient
import ConcurrencyExtras
import DatabaseClient
import Foundation
import HTTPMessages
import ServerRouter
import SharedModels
import TestSite
import Testing

struct RemoteDatabaseTests {
  @Test("Memos match the library's for any query and number of pages")
  func recordings() async throws {
    let remote = try await RemoteSite((1...120).map { RemoteSite.memo($0) })
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
    let memo = RemoteSite.memo(1).recording
    let remote = try await RemoteSite([RemoteSite.memo(1)])
    let page = Array(try JSONEncoder.speechMemo.encode(MemoPage(memos: [memo, memo])))
    remote.onResponse.setValue { _, _ in HTTPResponse(content: .bytes(page)) }
    let found = try await remote.database.recordings(matching: RecordingQuery())
    #expect(found.map(\.id) == [memo.id])
  }

  @Test("Of two changes at one moment none is lost")
  func modify() async throws {
    let remote = try await RemoteSite([RemoteSite.memo(1)])
    let id = RemoteSite.memo(1).recording.id
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
    let remote = try await RemoteSite((1...3).map { RemoteSite.memo($0) })
    let ids = [RemoteSite.memo(1).recording.id, RemoteSite.memo(2).recording.id]
    try await remote.database.trash(ids: ids, at: TestSite.now)
    let trash = try await remote.database.recordings(matching: RecordingQuery(place: .trash))
    #expect(trash.count == 2)
    try await remote.database.restore(ids: [ids[0]])
    let forgotten = try await remote.database.deletePermanently(ids: ids)
    #expect(forgotten.map(\.id) == [ids[1]])
    let left = try await remote.site.database.recordings(matching: RecordingQuery(place: nil))
    #expect(left.map(\.title) == ["Memo 3", "Memo 1"])
  }

  @Test("Search and word counts match the library's")
  func search() async throws {
    let remote = try await RemoteSite((1...3).map { RemoteSite.memo($0) })
    for query in [
      SearchQuery("budget"), SearchQuery("budget", limit: 2, placeLimit: 0), SearchQuery("memo 2"),
      SearchQuery("nowhere"), SearchQuery("budget", from: Date(timeIntervalSince1970: 2_000)),
    ] {
      let expected = try await remote.site.database.search(query: query)
      #expect(try await remote.database.search(query: query) == expected, "\(query)")
      let count = try await remote.site.database.searchCount(query: query)
      #expect(try await remote.database.searchCount(query: query) == count, "\(query)")
    }
    let first = RemoteSite.memo(1).recording
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
    var repaired = RemoteSite.memo(9)
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
    let memos = (1...3).map { RemoteSite.memo($0) }
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
}
