import Clocks
import DatabaseClient
import Dependencies
import HTTPMessages
import NetworkAddresses
import ServerRouter
import SharedModels
import SiteMiddleware
import TestSite
import Testing

struct SiteLimitsTests {
  private let clock = TestClock()

  private func makeSite(
    _ memos: [TranscribedMemo] = [], configure: (inout SiteConfig) -> Void = { _ in }
  ) async throws -> TestSite {
    try await withDependencies {
      $0.continuousClock = clock
    } operation: {
      try await TestSite(memos) { configure(&$0) }
    }
  }

  @Test("A client that guesses tokens is blocked for a while, and valid tokens are not")
  func guesses() async throws {
    let site = try await makeSite { $0.invalidTokenLimit = RateLimit(rate: 0.5, burst: 3) }
    func guess(from peer: String, _ token: String = "speechmemo_guess") async throws -> TestReply {
      try await site.send(
        .get, "/api/memos", headers: ["Authorization": "Bearer \(token)"], peer: peer)
    }
    for _ in 0..<3 { #expect(try await guess(from: "192.0.2.7").status == .unauthorized) }
    let refused = try await guess(from: "192.0.2.7")
    #expect(refused.status == .tooManyRequests)
    #expect(refused.headers["Retry-After"] == "2")
    #expect(refused.headers["RateLimit-Limit"] == "3")
    #expect(refused.headers["RateLimit-Remaining"] == "0")
    #expect(refused.headers["Content-Type"] == "application/problem+json")
    #expect(try refused.json(ServerProblem.self).detail.contains("too many invalid tokens"))
    #expect(
      try await site.send(.get, "/api/memos", peer: "192.0.2.7").status == .ok,
      "others may share the address")
    #expect(try await guess(from: "192.0.2.7").status == .tooManyRequests)
    #expect(try await site.send(.get, "/api/memos", peer: "192.0.2.8").status == .ok)
    #expect(try await site.send(.get, "/health", peer: "192.0.2.7").status == .ok)
    await clock.advance(by: .seconds(2))
    #expect(try await guess(from: "192.0.2.7").status == .unauthorized)
    #expect(try await guess(from: "192.0.2.7").status == .tooManyRequests)
  }

  @Test("A client that guesses links is blocked, too, and valid links are not")
  func links() async throws {
    let memo = TranscribedMemo(recording: .mock, transcription: .mock)
    let site = try await makeSite([memo]) { $0.invalidTokenLimit = RateLimit(rate: 0.1, burst: 2) }
    let link: LinkValue = try await site.send(
      .post, "/api/memos/00000000-0000-0000-0000-000000000001/links", json: "{}"
    ).json()
    let path = try #require(link.path)
    var statuses: [HTTPStatus] = []
    for number in 1...3 {
      statuses.append(try await site.send(.get, "/s/guess-\(number)", peer: "192.0.2.7").status)
    }
    #expect(statuses == [.notFound, .notFound, .tooManyRequests])
    for part in ["", "/transcript"] {
      #expect(try await site.send(.get, path + part, peer: "192.0.2.7").status == .ok)
    }
  }

  @Test("All IPv6 addresses of a host share one limit")
  func manyAddresses() async throws {
    let site = try await makeSite { $0.invalidTokenLimit = RateLimit(rate: 0.1, burst: 2) }
    var statuses: [HTTPStatus] = []
    for number in 1...3 {
      statuses.append(
        try await site.send(
          .get, "/api/memos", headers: ["Authorization": "Bearer x"],
          peer: "2001:db8:1:2:\(number)::1"
        ).status)
    }
    #expect(statuses == [.unauthorized, .unauthorized, .tooManyRequests])
  }

  @Test(
    "An unnamed proxy's clients do not lock each other out",
    arguments: ["127.0.0.1", "::1", "10.0.0.1"])
  func shared(peer: String) async throws {
    let site = try await makeSite { config in
      config.proxies = [IPNetwork("10.0.0.1")].compactMap(\.self)
      config.invalidTokenLimit = RateLimit(rate: 0.1, burst: 1)
    }
    for _ in 0..<3 {
      let guess = try await site.send(
        .get, "/api/memos", headers: ["Authorization": "Bearer x"], peer: peer)
      #expect(guess.status == .unauthorized)
    }
    #expect(try await site.send(.get, "/api/memos", peer: peer).status == .ok)
  }

  @Test("Each token has its own request limit")
  func requests() async throws {
    let site = try await makeSite { $0.requestLimit = RateLimit(rate: 1, burst: 2) }
    let other = try await TestSite.token(for: site.database, named: "other")
    func quota(_ reply: TestReply) -> [String?] {
      ["Limit", "Remaining", "Reset"].map { reply.headers["RateLimit-\($0)"] }
    }
    let first = try await site.send(.get, "/api/memos")
    #expect(first.status == .ok)
    #expect(quota(first) == ["2", "1", "1"])
    #expect(try await site.send(.get, "/health").headers["RateLimit-Limit"] == nil)
    #expect(try await site.send(.get, "/api/nowhere").status == .notFound)
    let refused = try await site.send(.get, "/api/memos")
    #expect(refused.status == .tooManyRequests)
    #expect(refused.headers["Retry-After"] == "1")
    #expect(quota(refused) == ["2", "0", "1"])
    #expect(
      try await site.send(.get, "/api/memos", headers: ["Authorization": "Bearer \(other)"]).status
        == .ok)
    await clock.advance(by: .seconds(1))
    #expect(try await site.send(.get, "/api/memos").status == .ok)
    #expect(site.visits.value.map(\.status.rawValue) == [200, 200, 404, 429, 200, 200])
  }

  @Test("A named proxy sets the client's address; others are ignored")
  func proxies() async throws {
    let site = try await makeSite { config in
      config.hostNames = ["home.example"]
      config.allowsLocalAccessWithoutToken = true
      config.proxies = [IPNetwork("127.0.0.1")].compactMap { $0 }
      config.invalidTokenLimit = RateLimit(rate: 0.1, burst: 1)
    }
    func status(_ peer: String, _ headers: HTTPHeaders) async throws -> HTTPStatus {
      var headers = headers
      headers["Host"] = headers["Host"] ?? "127.0.0.1:8080"
      return try await site.sendOnly(
        HTTPRequest(.get, "/api/memos", headers: headers, peer: HTTPPeer(address: peer))
      ).status
    }
    func wrong(_ client: String) -> HTTPHeaders {
      ["Authorization": "Bearer x", "X-Forwarded-For": client]
    }
    #expect(try await status("127.0.0.1", wrong("192.0.2.1")) == .unauthorized)
    #expect(try await status("127.0.0.1", wrong("192.0.2.1")) == .tooManyRequests)
    #expect(try await status("127.0.0.1", wrong("192.0.2.2")) == .unauthorized)
    #expect(try await status("192.0.2.9", wrong("192.0.2.3")) == .unauthorized)
    #expect(try await status("192.0.2.9", wrong("192.0.2.4")) == .tooManyRequests)
    #expect(
      site.visits.value.map(\.address)
        == ["192.0.2.1", "192.0.2.1", "192.0.2.2", "192.0.2.9", "192.0.2.9"])
    // A client omitted by the proxy is not a local program.
    #expect(try await status("127.0.0.1", [:]) == .unauthorized)
    #expect(try await status("127.0.0.1", ["X-Forwarded-For": "127.0.0.1"]) == .unauthorized)
    #expect(
      try await status("127.0.0.1", ["X-Forwarded-Host": "evil.example"])
        == .misdirectedRequest)
    #expect(try await status("127.0.0.1", ["X-Forwarded-Host": "home.example"]) == .unauthorized)
    #expect(
      try await status("192.0.2.8", ["Host": "evil.example", "X-Forwarded-Host": "home.example"])
        == .misdirectedRequest)
  }
}
