import DatabaseClient
import Foundation
import HTTPMessages
import OpenAPI
import ServerRouter
import SharedModels
import TestSite
import Testing

@testable import SiteMiddleware

struct IdempotencyTests {
  private let memo = TranscribedMemo(recording: .mock, transcription: .mock)
  private let trash = #"{"ids":["\#(Recording.mock.id.text)"]}"#

  private func post(
    _ target: String, _ json: String? = nil, key: String, to site: TestSite, token: String? = nil
  ) async throws -> TestReply {
    var headers: HTTPHeaders = ["Idempotency-Key": key]
    if let token { headers["Authorization"] = "Bearer \(token)" }
    return try await site.send(.post, target, headers: headers, json: json)
  }

  private func isTrashed(in site: TestSite) async throws -> Bool {
    try await site.database.recordings(matching: RecordingQuery()).isEmpty
  }

  @Test("A repeated request gets the first response and changes nothing")
  func repeated() async throws {
    let site = try await TestSite([memo])
    let first = try await post("/api/memos/trash", trash, key: "k", to: site)
    #expect(first.status == .ok)
    #expect(try await isTrashed(in: site))
    try await site.database.restore(ids: [Recording.mock.id])
    let second = try await post("/api/memos/trash", trash, key: "k", to: site)
    #expect(second.status == .ok && second.body == first.body)
    #expect(second.headers["Content-Type"] == "application/json")
    #expect(try await !isTrashed(in: site))
    #expect(try await post("/api/memos/trash", trash, key: "l", to: site).status == .ok)
    #expect(try await isTrashed(in: site), "another key is another request")
  }

  @Test("A key of another request is refused")
  func otherRequest() async throws {
    let site = try await TestSite([memo])
    let nothing = try await post("/api/memos/trash", #"{"ids":[]}"#, key: "k", to: site)
    #expect(nothing.status == .ok)
    for target in ["/api/memos/trash", "/api/memos/restore"] {
      let reply = try await post(target, trash, key: "k", to: site)
      #expect(reply.status == .unprocessableContent)
      #expect(reply.text.contains("use a new key"))
    }
    #expect(try await !isTrashed(in: site))
    let other = try await TestSite.token(for: site.database, named: "other")
    let reply = try await post("/api/memos/trash", trash, key: "k", to: site, token: other)
    #expect(reply.status == .ok)
    #expect(try await isTrashed(in: site), "another token has its own keys")
  }

  @Test("A failed request frees its key")
  func failed() async throws {
    let site = try await TestSite([memo])
    let missing = "/api/memos/\(UUID().text)/restore"
    #expect(try await post(missing, key: "k", to: site).status == .notFound)
    #expect(try await post("/api/memos/trash", trash, key: "k", to: site).status == .ok)
  }

  @Test("A request that is still running is not started again")
  func running() async throws {
    var database = DatabaseClient.inMemory([memo])
    database.keyedRequests.begin = { request, _, _ in request }
    let site = try await TestSite(in: database)
    let reply = try await post("/api/memos/trash", trash, key: "k", to: site)
    #expect(reply.status == .conflict && reply.headers["Retry-After"] == "1")
    #expect(try await !isTrashed(in: site))
  }

  @Test("A reply that cannot be stored is sent, and the reason is logged")
  func notStored() async throws {
    var database = DatabaseClient.inMemory([memo])
    database.keyedRequests.end = { _, _ in throw DatabaseError.busy(path: "/database") }
    let site = try await TestSite(in: database)
    let reply = try await post("/api/memos/trash", trash, key: "k", to: site)
    #expect(reply.status == .ok)
    #expect(try await isTrashed(in: site))
    #expect(site.visits.value.compactMap(\.failure).count == 1)
  }

  @Test(
    "A malformed key is refused",
    arguments: ["", "two words", "é", String(repeating: "k", count: 256)])
  func malformed(key: String) async throws {
    let site = try await TestSite([memo])
    let reply = try await post("/api/memos/trash", trash, key: key, to: site)
    #expect(reply.status == .badRequest && reply.text.contains("Idempotency-Key"))
    #expect(try await !isTrashed(in: site))
  }

  @Test("Secrets are not stored")
  func secrets() async throws {
    let site = try await TestSite([memo])
    let target = "/api/memos/\(Recording.mock.id.text)/links"
    let first = try await post(target, "{}", key: "k", to: site)
    let second = try await post(target, "{}", key: "k", to: site)
    #expect(first.status == .created && second.status == .created)
    #expect(first.body != second.body)
  }

  @Test("The document lists the header where it has an effect")
  func documented() throws {
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(OpenAPIDocument.bytes)) as? [String: Any])
    let paths = try #require(document["paths"] as? [String: [String: Any]])
    let posts = paths.values.compactMap { $0["post"] as? [String: Any] }
    let documented = posts.count { operation in
      let parameters = operation["parameters"] as? [[String: Any]] ?? []
      return parameters.contains {
        $0["$ref"] as? String == "#/components/parameters/idempotencyKey"
      }
    }
    let supported = EveryRoute.all.filter(\.supportsIdempotencyKeys)
    for route in supported { #expect(try ServerRouter().request(for: route).method == .post) }
    #expect(documented == supported.count)
  }
}
