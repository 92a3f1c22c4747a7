import DatabaseClient
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
