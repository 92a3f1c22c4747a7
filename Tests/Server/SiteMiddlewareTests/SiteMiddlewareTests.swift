import AudioFileClient
import DatabaseClient
import Dependencies
import Foundation
import HTTPMessages
import LanguageModelClient
import ServerRouter
import SharedModels
import SiteMiddleware
import SpeechClient
import TestLibraries
import TestSite
import Testing
import URLRouting
import WebhookClient

struct SiteMiddlewareTests {
  private let memo = TranscribedMemo(recording: .mock, transcription: .mock)

  private func send(
    _ route: ServerRoute, to site: TestSite, token: String? = nil
  ) async throws -> TestReply {
    let data = try ServerRouter().request(for: EveryRoute.sample(route))
    return try await withDependencies {
      $0.audioFile = .simulated()
      $0.languageModel = .off
      $0.speechClient = .lorem()
      $0.webhooks = .previewValue
    } operation: {
      try await site.send(
        data.method, data.target, headers: token.map { ["Authorization": "Bearer \($0)"] } ?? [:],
        json: data.body.isEmpty ? nil : String(decoding: data.body, as: UTF8.self))
    }
  }

  @Test(
    "A token allows exactly its scopes", arguments: EveryRoute.all,
    TestLibrary.representative)
  func scopes(route: ServerRoute, kind: TestLibrary.Kind) async throws {
    for scope in AccessScope.allCases {
      let site = try await TestSite(
        [memo], in: try await TestLibrary(kind).database, scopes: [scope])
      let reply = try await send(route, to: site)
      // Routes for all libraries reject a library's token, whatever its scopes.
      if route.scope == nil || route.scope == scope && scope != .queue {
        #expect(![.unauthorized, .forbidden].contains(reply.status), "\(scope): \(reply.text)")
      } else {
        #expect(reply.status == .forbidden, "\(scope): \(reply.text)")
        #expect(try await site.database.recordings(matching: RecordingQuery()) == [.mock])
        #expect(try await site.database.transcription(of: Recording.mock.id) == .mock)
        #expect(try await site.database.jobs.list().isEmpty)
      }
    }
  }

  @Test(
    "A token of one library does not open another", arguments: EveryRoute.all,
    TestLibrary.representative)
  func otherLibrary(route: ServerRoute, kind: TestLibrary.Kind) async throws {
    // In PostgreSQL both are in the same tables.
    let library = try await TestLibrary(kind)
    let other = try await library.newLibrary().database
    let site = try await TestSite([memo], in: library.database) { config in
      config.libraries.append(SiteConfig.Library(config.libraries[0].folder, database: other))
    }
    let token = try await TestSite.token(for: other)
    let reply = try await send(route, to: site, token: token)
    #expect(!reply.text.contains("budget"), "\(reply.text)")
    switch route {
    case .memos(.delete), .memos(.restore), .memos(.trash):
      let outcomes: MemoOutcomes = try reply.json()
      #expect(outcomes.items.map(\.status) == [.notFound])
    default:
      #expect(!reply.text.contains(Recording.mock.id.rawValue.uuidString.lowercased()))
    }
    if case .memos(.memo) = route { #expect(reply.status == .notFound) }
    #expect(try await site.database.recordings(matching: RecordingQuery()) == [.mock])
    #expect(try await site.database.transcription(of: Recording.mock.id) == .mock)
    #expect(try await site.database.jobs.list().isEmpty)
  }

  @Test("Without a valid token, only health routes respond")
  func noToken() async throws {
    let site = try await TestSite([memo])
    for route in EveryRoute.all {
      for field in ["Bearer speechmemo_wrong", "Bearer", "Basic dXNlcjpwYXNz", "x"] {
        let data = try ServerRouter().request(for: route)
        let reply = try await site.send(
          data.method, data.target, headers: ["Authorization": field],
          json: data.body.isEmpty ? nil : String(decoding: data.body, as: UTF8.self))
        if case .shared = route {
          #expect(reply.status == .notFound, "it is no link's secret")
        } else {
          #expect((reply.status == .ok) == (route.scope == nil), "\(data.target) \(field)")
        }
        guard route.scope != nil
        else { continue }
        #expect(reply.status == .unauthorized)
        #expect(reply.headers["WWW-Authenticate"] == "Bearer")
      }
    }
    let without = try await site.sendOnly(
      HTTPRequest(.get, "/api/memos", headers: ["Host": "localhost"]))
    #expect(without.status == .unauthorized)
    #expect(without.text.contains("speechmemo tokens add"))
  }

  @Test(
    "Without a token, an unknown parameter of a public address is named",
    arguments: ["/health", "/ready", "/api/openapi.json"])
  func unknownParameter(target: String) async throws {
    let site = try await TestSite()
    for method in [HTTPMethod.get, .head] {
      let request = HTTPRequest(
        method, "\(target)?x=1", headers: ["Host": "192.0.2.1:8080"],
        peer: HTTPPeer(address: "192.0.2.7"))
      let reply = try await site.sendOnly(request)
      #expect(reply.status == .badRequest, "\(method)")
      if method == .get { #expect(reply.text.contains("unknown parameter 'x'")) }
    }
    let other = HTTPRequest(
      .get, "/api/memos?x=1", headers: ["Host": "192.0.2.1:8080"],
      peer: HTTPPeer(address: "192.0.2.7"))
    #expect(try await site.sendOnly(other).status == .unauthorized)
  }

  @Test("A link's secret is not a token: it opens only its memo, at its own address")
  func linkIsNoToken() async throws {
    let site = try await TestSite([memo])
    let data = try ServerRouter().request(
      for: .memos(.memo(Recording.mock.id, .addLink(LinkRequest()))))
    let link: LinkValue = try await site.send(
      data.method, data.target, json: String(decoding: data.body, as: UTF8.self)
    ).json()
    let path = try #require(link.path)
    let secret = String(path.dropFirst("/s/".count))
    let opened = try await site.sendOnly(HTTPRequest(.get, path, headers: ["Host": "localhost"]))
    #expect(opened.status == .ok)
    for route in EveryRoute.all where route.scope != nil {
      let data = try ServerRouter().request(for: route)
      let body = data.body.isEmpty ? nil : String(decoding: data.body, as: UTF8.self)
      for field in ["Bearer \(secret)", "Bearer speechmemo_\(secret)"] {
        let reply = try await site.send(
          data.method, data.target, headers: ["Authorization": field], json: body)
        #expect(reply.status == .unauthorized, "\(data.target)")
      }
      // Nor does an address behind the link's lead anywhere.
      let behind = try await site.sendOnly(
        HTTPRequest(data.method, path + data.target, headers: ["Host": "localhost"]))
      #expect([.notFound, .unauthorized].contains(behind.status), "\(data.target)")
    }
    #expect(try await site.database.recordings(matching: RecordingQuery()) == [.mock])
  }

  @Test("Local programs need no token if configured; proxied requests do")
  func openOnLoopback() async throws {
    let site = try await TestSite([memo]) { $0.allowsLocalAccessWithoutToken = true }
    func status(_ peer: String, _ headers: HTTPHeaders = [:]) async throws -> HTTPStatus {
      var headers = headers
      headers["Host"] = "localhost:8080"
      return try await site.sendOnly(
        HTTPRequest(.get, "/api/memos", headers: headers, peer: HTTPPeer(address: peer))
      ).status
    }
    #expect(try await status("127.0.0.1") == .ok)
    #expect(try await status("::1") == .ok)
    #expect(try await status("192.0.2.7") == .unauthorized)
    #expect(try await status("127.0.0.1", ["X-Forwarded-For": "192.0.2.7"]) == .unauthorized)
    #expect(try await status("127.0.0.1", ["Forwarded": "for=192.0.2.7"]) == .unauthorized)
  }

  private static let pages: [(HTTPHeaders, HTTPStatus)] = [
    (["Host": "192.0.2.1"], HTTPStatus.ok), (["Host": "[2001:db8::1]:8080"], .ok),
    (["Host": "localhost:8080"], .ok), (["Host": "Home.example"], .ok),
    (["Host": "evil.example"], .misdirectedRequest),
    (["Host": "1.2.3.4.evil.example"], .misdirectedRequest),
    (["Host": "1.2.3.400"], .misdirectedRequest), (["Host": ""], .badRequest),
    (["Host": "a:b"], .badRequest),
    (["Host": "home.example", "Origin": "https://home.example"], .ok),
    (["Host": "home.example:8080", "Origin": "http://home.example:8080"], .ok),
    (["Host": "home.example", "Origin": "https://evil.example"], .forbidden),
    (["Host": "home.example", "Origin": "null"], .forbidden),
    (["Host": "home.example", "Sec-Fetch-Site": "cross-site"], .forbidden),
  ]

  @Test(
    "A name that a stranger's page may have led here by is refused, and its pages are",
    arguments: pages)
  func origins(headers: HTTPHeaders, status: HTTPStatus) async throws {
    let site = try await TestSite([memo]) { $0.hostNames = ["home.example"] }
    #expect(try await site.send(.get, "/api/memos", headers: headers).status == status)
  }

  @Test("Unknown routes, wrong methods and large bodies are problem responses")
  func problems() async throws {
    let site = try await TestSite([memo])
    let nowhere = try await site.send(.get, "/api/nowhere")
    #expect(nowhere.status == .notFound)
    #expect(nowhere.headers["Content-Type"] == "application/problem+json")
    let method = try await site.send(.put, "/api/memos")
    #expect(method.status == .methodNotAllowed)
    #expect(method.headers["Allow"] == "GET, POST")
    let large = try await site.send(
      .patch, "/api/memos/00000000-0000-0000-0000-000000000001",
      json: #"{"title":""# + String(repeating: "x", count: 1 << 20) + #""}"#)
    #expect(large.status == .contentTooLarge)
    #expect(try await site.send(.head, "/api/memos").status == .ok)
  }

  @Test("A client that disconnects is not a server error")
  func clientLeaves() async throws {
    let site = try await TestSite([memo]) { config in
      var database = config.libraries[0].database
      database.jobs.list = { _ in throw CancellationError() }
      config.libraries[0] = SiteConfig.Library(config.libraries[0].folder, database: database)
    }
    #expect(try await site.send(.get, "/api/jobs").status == .clientClosedRequest)
    #expect(site.visits.value.map(\.failure) == [nil])
  }

  @Test("Each request is a log line without its query")
  func log() async throws {
    let site = try await TestSite([memo])
    _ = try await site.send(.get, "/api/search?q=budget")
    _ = try await site.send(.get, "/api/nowhere", headers: ["Authorization": "Bearer x"])
    #expect(site.visits.value.map(\.path) == ["/api/search", "/api/nowhere"])
    #expect(site.visits.value.map(\.status) == [.ok, .unauthorized])
    #expect(site.visits.value.map(\.token) == ["test", nil])
  }

  @Test("A request has a name: its client's, or a new one, in its answer, the log, and its job")
  func traces() async throws {
    let site = try await TestSite([memo])
    let id = "4bf92f3577b34da6a3ce929d0e0e4736"
    let transcribe = "/api/memos/00000000-0000-0000-0000-000000000001/transcription"
    let named = try await withDependencies {
      $0.speechClient = .lorem()
    } operation: {
      try await site.send(
        .post, transcribe, headers: ["traceparent": "00-\(id)-00f067aa0ba902b7-01"], json: "{}")
    }
    #expect(named.status == .accepted, "\(named.text)")
    let field = try #require(named.headers["traceparent"])
    #expect(field.hasPrefix("00-\(id)-") && !field.contains("00f067aa0ba902b7"))
    #expect(site.visits.value.last?.trace?.description == id)
    #expect(try await site.database.jobs.list().map { $0.trace?.description } == [id])
    let list: JobList = try await site.send(.get, "/api/jobs").json()
    #expect(list.jobs.map(\.trace) == [id])
    for wrong: HTTPHeaders in [[:], ["traceparent": "00-\(id)-0000000000000000-01"]] {
      let reply = try await site.send(.get, "/api/memos", headers: wrong)
      let trace = try #require(reply.headers["traceparent"].flatMap { TraceID(traceparent: $0) })
      #expect(trace.description != id)
      #expect(site.visits.value.last?.trace == trace)
    }
    #expect(try await site.send(.get, "/health").headers["traceparent"] != nil)
  }

  @Test("A server with an unreadable library is not ready, and only its log has the reason")
  func notReady() async throws {
    let site = try await TestSite([memo]) { config in
      var database = config.libraries[0].database
      database.recordings = { _ in throw DatabaseError.corrupt(path: "/secret", detail: "bad") }
      config.libraries = [SiteConfig.Library(config.libraries[0].folder, database: database)]
    }
    let reply = try await site.send(.get, "/ready")
    #expect(reply.status == .serviceUnavailable)
    #expect(!reply.text.contains("/secret"))
    #expect(site.visits.value.first?.failure?.contains("/secret") == true)
    #expect(try await site.send(.get, "/health").text == "ok\n")
  }
}
