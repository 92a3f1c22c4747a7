import DatabaseClient
import Dependencies
import Foundation
import HTTPMessages
import ServerRouter
import SharedModels
import TestSite
import Testing

struct SearchMiddlewareTests {
  private func makeSite() async throws -> TestSite {
    try await TestSite([TranscribedMemo(recording: .mock, transcription: .mock)])
  }

  @Test("A search hit has its time, word and matched context")
  func found() async throws {
    let site = try await makeSite()
    let results = try await site.send(.get, "/api/search?q=budget").json(SearchResults.self)
    let hit = try #require(results.hits.first)
    #expect(results.hits.count == 1)
    #expect(hit.memo == .mock)
    #expect(hit.placeCount == 1)
    let place = try #require(hit.places.first)
    #expect(place.time == 1.4)
    #expect(place.word == 4)
    let bytes = Array(place.excerpt.utf8)
    #expect(
      place.matches.map { String(decoding: bytes[$0[0]..<$0[1]], as: UTF8.self) } == ["budget."])
    let expected = try await site.database.search(query: SearchQuery("budget"))
    #expect(results.hits.map(\.value) == expected, "a client has all that the database tells")
  }

  @Test("A search has the total without its limit, and is limited to a filter's memos")
  func filtered() async throws {
    let memos = (1...3).map { number in
      var recording = Recording.preview(id: Recording.ID(UUID(number)), title: "Memo \(number)")
      recording.audio.sha256 = "\(number)"
      recording.tags = number == 1 ? ["work"] : []
      return TranscribedMemo(recording: recording, transcription: .mock)
    }
    let site = try await TestSite(memos)
    for (parameters, count, total) in [
      ("&limit=2", 2, 3), ("&limit=3", 3, 3), ("", 3, 3), ("&tag=Work&limit=1", 1, 1),
      ("&tag=none", 0, 0), ("&favorite=true", 0, 0), ("&state=done&longer=1&limit=1", 1, 3),
      ("&shorter=1", 0, 0), ("&state=failed&state=queued", 0, 0),
    ] {
      let results = try await site.send(.get, "/api/search?q=budget\(parameters)")
        .json(SearchResults.self)
      #expect(results.hits.count == count, "\(parameters)")
      #expect(results.total == total, "\(parameters)")
    }
  }

  @Test("Hits are listed in pages, with the total on each")
  func pages() async throws {
    let memos = (1...5).map { number in
      var recording = Recording.preview(
        id: Recording.ID(UUID(number)), title: "Memo \(number)",
        date: Date(timeIntervalSince1970: Double(number)))
      recording.audio.sha256 = "\(number)"
      return TranscribedMemo(recording: recording, transcription: .mock)
    }
    let site = try await TestSite(memos)
    func page(_ parameters: String) async throws -> SearchResults {
      try await site.send(.get, "/api/search?q=budget&limit=2\(parameters)").json()
    }
    var results = try await page("")
    var titles = results.hits.map(\.memo.title)
    // A memo of the first page leaves, and the last one goes to the trash.
    try await site.database.trash(
      ids: [Recording.ID(UUID(5)), Recording.ID(UUID(4))], at: TestSite.now)
    while let next = results.next {
      results = try await page("&after=\(next)")
      #expect(results.total == 3)
      titles += results.hits.map(\.memo.title)
    }
    #expect(titles == ["Memo 5", "Memo 4", "Memo 3", "Memo 2", "Memo 1"])
    let reply = try await site.send(.get, "/api/search?q=budget&after=\(UUID(99).uuidString)")
    #expect(reply.status == .badRequest)
    #expect(reply.text.contains("'after'"))
  }

  @Test("Nothing found is an empty answer, and nothing to look for a mistake")
  func nothing() async throws {
    let site = try await makeSite()
    #expect(try await site.send(.get, "/api/search?q=zebra").json(SearchResults.self).hits.isEmpty)
    for target in ["/api/search", "/api/search?q=", "/api/search?q=%3F"] {
      let reply = try await site.send(.get, target)
      #expect(reply.status == .badRequest, "\(target)")
      #expect(try reply.json(ServerProblem.self).detail.contains("at least one word"))
    }
  }

  @Test("Limits are clamped")
  func limits() {
    var request = SearchRequest("x")
    for (limit, expected) in [(5, 5), (0, 1), (-1, 1), (.max, 1_000)] {
      request.limit = limit
      #expect(request.query.limit == expected)
    }
    request.placeLimit = -1
    #expect(request.query.placeLimit == 0)
  }
}
