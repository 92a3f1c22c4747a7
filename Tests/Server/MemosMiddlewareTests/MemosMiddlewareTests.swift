import DatabaseClient
import Foundation
import HTTPMessages
import ServerRouter
import SharedModels
import Testing
import TestSite

struct MemosMiddlewareTests {
  private static func memo(_ number: Int, title: String? = nil) -> TranscribedMemo {
    TranscribedMemo(
      recording: .preview(
        id: Recording.ID(
          UUID(uuidString: "00000000-0000-0000-0000-0000000000\(number + 10)") ?? UUID()),
        title: title ?? "Memo \(number)",
        date: Date(timeIntervalSince1970: Double(1_000 * number))),
      transcription: .mock)
  }

  @Test("Pages are newest first, without gaps or repetition while memos are added")
  func pages() async throws {
    let site = try await TestSite((1...5).map { Self.memo($0) })
    var reply = try await site.send(.get, "/api/memos?limit=2")
    var page = try reply.json(MemoPage.self)
    #expect(page.memos.map(\.title) == ["Memo 5", "Memo 4"])
    // A newer one, and one of the page before goes.
    try await site.database.insert(recording: Self.memo(9).recording, job: nil)
    try await site.database.trash(ids: [Self.memo(5).recording.id], at: TestSite.now)
    var titles: [String] = []
    while let next = page.next {
      reply = try await site.send(.get, "/api/memos?limit=2&after=\(next.routeText)")
      page = try reply.json()
      titles += page.memos.map(\.title)
    }
    #expect(titles == ["Memo 3", "Memo 2", "Memo 1"])
    #expect(reply.headers["Content-Type"] == "application/json")
  }

  @Test("A page has the first words of its memos if the client asks for them")
  func firstWords() async throws {
    let memo = Self.memo(1)
    let site = try await TestSite([memo])
    try await site.database.insert(recording: Self.memo(2).recording, job: nil)
    var page: MemoPage = try await site.send(.get, "/api/memos").json()
    #expect(page.firstWords == nil)
    page = try await site.send(.get, "/api/memos?first-words=true").json()
    let words = DatabaseClient.firstWords(memo.transcription.segments.map(\.text))
    #expect(!words.isEmpty)
    #expect(page.firstWords == [memo.recording.id.text: words])
    #expect(page.memos.count == 2)
  }

  @Test("Pages have the requested order, and a cursor of another order is refused")
  func orders() async throws {
    let site = try await TestSite([
      Self.memo(1, title: "berry, 3.5 %"), Self.memo(2, title: "Cherry & co."),
      Self.memo(3, title: "Apple"),
    ])
    func titles(_ order: RecordingOrder) async throws -> [String] {
      var titles: [String] = []
      var list = MemoListRequest()
      (list.limit, list.sort) = (1, order)
      repeat {
        let target = try ServerRouter().request(for: .memos(.list(list))).target
        let page: MemoPage = try await site.send(.get, target).json()
        titles += page.memos.map(\.title)
        list.after = page.next
      } while list.after != nil
      return titles
    }
    #expect(try await titles(.title) == ["Apple", "berry, 3.5 %", "Cherry & co."])
    #expect(try await titles(.oldest) == ["berry, 3.5 %", "Cherry & co.", "Apple"])
    #expect(try await titles(.longest) == ["Apple", "Cherry & co.", "berry, 3.5 %"])
    let page: MemoPage = try await site.send(.get, "/api/memos?limit=1").json()
    let cursor = try #require(page.next).routeText
    let reply = try await site.send(.get, "/api/memos?sort=title&after=\(cursor)")
    #expect(reply.status == .badRequest)
    #expect(reply.text.contains("another order"))
  }

  @Test("A page after a date with milliseconds starts there")
  func roundedCursor() async throws {
    let dates = [2_000.0004, 2_000.0003, 2_000.0002]
    let memos = dates.enumerated().map { index, date in
      var memo = Self.memo(index).recording
      memo.date = Date(timeIntervalSince1970: date)
      return TranscribedMemo(recording: memo, transcription: .mock)
    }
    let site = try await TestSite(memos)
    let first: MemoPage = try await site.send(.get, "/api/memos?limit=1").json()
    let last = try #require(first.memos.last)
    #expect(last.date != memos[0].recording.date, "as it is sent")
    let cursor = MemoCursor(after: last)
    let rest: MemoPage = try await site.send(.get, "/api/memos?after=\(cursor.routeText)").json()
    #expect(rest.memos.map(\.id) == memos.dropFirst().map(\.recording.id))
  }

  @Test("Several memos are trashed, restored and deleted at once")
  func several() async throws {
    let site = try await TestSite((1...3).map { Self.memo($0) })
    let ids = MemoIDs([Self.memo(1).recording.id, Self.memo(3).recording.id])
    let json = String(decoding: try JSONEncoder.speechMemo.encode(ids), as: UTF8.self)
    func titles(_ place: RecordingQuery.Place) async throws -> [String] {
      try await site.database.recordings(matching: RecordingQuery(place: place)).map(\.title)
    }
    #expect(try await site.send(.post, "/api/memos/trash", json: json).status == .ok)
    #expect(try await titles(.trash) == ["Memo 3", "Memo 1"])
    #expect(try await site.send(.post, "/api/memos/restore", json: json).status == .ok)
    #expect(try await titles(.library) == ["Memo 3", "Memo 2", "Memo 1"])
    var deleted: DeletedMemos = try await site.send(.post, "/api/memos/delete", json: json).json()
    #expect(deleted.memos.isEmpty, "none of them is in the trash")
    try await site.database.trash(ids: [ids.ids[1]], at: TestSite.now)
    deleted = try await site.send(.post, "/api/memos/delete", json: json).json()
    #expect(deleted.memos.map(\.title) == ["Memo 3"])
    #expect(try await titles(.trash).isEmpty)
    #expect(try await titles(.library) == ["Memo 2", "Memo 1"])
  }

  @Test("Tags are listed with their number of memos in the library")
  func tags() async throws {
    let site = try await TestSite((1...3).map { Self.memo($0) })
    for (number, tags) in [(1, ["Work", "zoo"]), (2, ["work"]), (3, ["gone"])] {
      _ = try await site.database.modify(id: Self.memo(number).recording.id) { $0.tags = tags }
    }
    try await site.database.trash(ids: [Self.memo(3).recording.id], at: TestSite.now)
    let reply = try await site.send(.get, "/api/tags")
    #expect(
      reply.text == #"{"tags":[{"count":2,"tag":"work"},{"count":1,"tag":"zoo"}]}"#)
    let tag = try #require(reply.headers["ETag"])
    let again = try await site.send(.get, "/api/tags", headers: ["If-None-Match": tag])
    #expect(again.status == .notModified)
  }

  @Test("A memo is found by its bytes, and by how its id begins")
  func found() async throws {
    let memo = Self.memo(1)
    let site = try await TestSite([memo])
    let sum = memo.recording.audio.sha256
    #expect(try await site.send(.get, "/api/memos/checksums/\(sum)").json() == memo.recording)
    #expect(try await site.send(.get, "/api/memos/checksums/00").status == .notFound)
    let ids: MemoIDs = try await site.send(.get, "/api/memos/ids?prefix=00").json()
    #expect(ids.ids == [memo.recording.id])
    let files: FileNames = try await site.send(.get, "/api/memos/files").json()
    #expect(files.files == [memo.recording.audio.fileName])
  }

  @Test("The list is filtered by the query")
  func filters() async throws {
    let site = try await TestSite((1...3).map { Self.memo($0) })
    func titles(_ query: String) async throws -> [String] {
      try await site.send(.get, "/api/memos?\(query)").json(MemoPage.self).memos.map(\.title)
    }
    #expect(try await titles("title=memo+2") == ["Memo 2"])
    #expect(try await titles("from=1970-01-01T00:33:20Z") == ["Memo 3", "Memo 2"])
    #expect(try await titles("id=\(Self.memo(1).recording.id.rawValue.uuidString)") == ["Memo 1"])
    #expect(try await titles("favorite=true") == [])
    try await site.database.trash(ids: [Self.memo(3).recording.id], at: TestSite.now)
    #expect(try await titles("place=trash") == ["Memo 3"])
    #expect(try await titles("place=any") == ["Memo 3", "Memo 2", "Memo 1"])
  }

  @Test("A memo is returned completely, and as 304 if unchanged")
  func get() async throws {
    let memo = Self.memo(1)
    let site = try await TestSite([memo])
    let target = "/api/memos/\(memo.recording.id.rawValue.uuidString)"
    let reply = try await site.send(.get, target)
    #expect(try reply.json() == memo.recording)
    let tag = try #require(reply.headers["ETag"])
    let again = try await site.send(.get, target, headers: ["If-None-Match": "\"x\", \(tag)"])
    #expect(again.status == .notModified)
    #expect(again.body.isEmpty)
    _ = try await site.database.modify(id: memo.recording.id) { $0.title = "Other" }
    let changed = try await site.send(.get, target, headers: ["If-None-Match": tag])
    #expect(try changed.json(Recording.self).title == "Other")
  }

  @Test("An update changes only the given fields; a stale one is refused")
  func change() async throws {
    let memo = Self.memo(1)
    let site = try await TestSite([memo])
    let target = "/api/memos/\(memo.recording.id.rawValue.uuidString)"
    let tag = try #require(try await site.send(.get, target).headers["ETag"])
    var expected = memo.recording
    expected.title = "New"
    let reply = try await site.send(
      .patch, target, headers: ["If-Match": tag], json: #"{"title":"New"}"#)
    #expect(try reply.json() == expected)
    let stale = try await site.send(
      .patch, target, headers: ["If-Match": tag], json: #"{"tags":["late"]}"#)
    #expect(stale.status == .preconditionFailed)
    #expect(try stale.json(ServerProblem.self).title == "Conflicting change")
    let newTag = try #require(reply.headers["ETag"])
    let fresh = try await site.send(
      .patch, target, headers: ["If-Match": newTag],
      json: #"{"tags":["a","b"],"favorite":true}"#)
    expected.tags = ["a", "b"]
    expected.isFavorite = true
    #expect(try fresh.json() == expected)
    let dated = try await site.send(
      .patch, target, json: #"{"date":"2026-02-03T04:05:06.789123+01:00"}"#)
    expected.date = try #require(Date(iso8601: "2026-02-03T03:05:06.789Z"))
    #expect(try dated.json() == expected)
    let rows = try await site.database.recordings(matching: RecordingQuery())
    #expect(rows == [expected])
  }

  @Test(
    "An invalid update reports the problem and changes nothing",
    arguments: [
      (#"{"title":7}"#, HTTPStatus.badRequest, "title must be a string"),
      ("title", .badRequest, "it is not valid JSON"),
      (#"{"date":"yesterday"}"#, .badRequest, "at date"),
      (#"{"date":7}"#, .badRequest, "date must be a string"),
      (#"{"title":" \n "}"#, .unprocessableContent, "cannot be empty"),
      (#"{"tags":[" "]}"#, .unprocessableContent, "must not be blank"),
    ])
  func wrongChange(body: String, status: HTTPStatus, reason: String) async throws {
    let memo = Self.memo(1)
    let site = try await TestSite([memo])
    let reply = try await site.send(
      .patch, "/api/memos/\(memo.recording.id.rawValue.uuidString)", json: body)
    #expect(reply.status == status)
    #expect(reply.headers["Content-Type"] == "application/problem+json")
    #expect(try reply.json(ServerProblem.self).detail.contains(reason), "\(reply.text)")
    let rows = try await site.database.recordings(matching: RecordingQuery())
    #expect(rows == [memo.recording])
  }

  @Test("A memo is trashed and restored")
  func trash() async throws {
    let memo = Self.memo(1)
    let site = try await TestSite([memo])
    let target = "/api/memos/\(memo.recording.id.rawValue.uuidString)"
    #expect(try await site.send(.delete, target).status == .noContent)
    #expect(try await site.send(.get, target).json(Recording.self).trashedAt == TestSite.now)
    let reply = try await site.send(.post, "\(target)/restore")
    #expect(try reply.json() == memo.recording)
    let unknown = "/api/memos/00000000-0000-0000-0000-000000000099"
    #expect(try await site.send(.delete, unknown).status == .notFound)
    #expect(try await site.send(.get, unknown).status == .notFound)
  }
}
