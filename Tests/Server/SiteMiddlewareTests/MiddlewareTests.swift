import Clocks
import ConcurrencyExtras
import DatabaseClient
import Dependencies
import Foundation
import HTTPMessages
import LibraryFolder
import MetricsMiddleware
import NetworkAddresses
import ServerRouter
import SharedModels
import Testing
import URLRouting

@testable import SiteMiddleware

struct MiddlewareTests {
  private let origins: Set = ["app://obsidian.md"]

  private func respond(
    to request: HTTPRequest = HTTPRequest(.get, "/"), through part: Middleware,
    with responder: @escaping Responder = { _ in HTTPResponse() }
  ) async throws -> HTTPResponse {
    try await part(request, responder)
  }

  @Test("The first part of a chain receives a request first, and the response last")
  func order() async throws {
    let calls = LockIsolated<[String]>([])
    func part(_ name: String) -> Middleware {
      { request, next in
        calls.withValue { $0.append("\(name) in") }
        defer { calls.withValue { $0.append("\(name) out") } }
        return try await next(request)
      }
    }
    let responder = chain([part("a"), part("b")]) { _ in
      calls.withValue { $0.append("c") }
      return HTTPResponse(.accepted)
    }
    let response = try await responder(HTTPRequest(.get, "/"))
    #expect(response.status == .accepted)
    #expect(calls.value == ["a in", "b in", "c", "b out", "a out"])
  }

  @Test("Only a trusted proxy replaces the client's address")
  func proxies() async throws {
    let proxy = try #require(IPNetwork("10.0.0.1"))
    for (peer, client) in [("10.0.0.1", "192.0.2.7"), ("192.0.2.9", "192.0.2.9")] {
      let request = HTTPRequest(
        .get, "/", headers: ["X-Forwarded-For": "192.0.2.7"], peer: HTTPPeer(address: peer))
      let response = try await respond(to: request, through: trustProxies([proxy])) {
        HTTPResponse(text: $0.peer.address)
      }
      #expect(response.text == client)
    }
  }

  @Test("A request and its response have the client's trace id, or a new one")
  func trace() async throws {
    let id = "4bf92f3577b34da6a3ce929d0e0e4736"
    for headers: HTTPHeaders in [["traceparent": "00-\(id)-00f067aa0ba902b7-01"], [:]] {
      let response = try await withDependencies {
        $0.withRandomNumberGenerator = WithRandomNumberGenerator(SystemRandomNumberGenerator())
      } operation: {
        try await respond(to: HTTPRequest(.get, "/", headers: headers), through: addTrace) {
          HTTPResponse(text: $0.headers["traceparent"] ?? "")
        }
      }
      let field = try #require(response.headers["traceparent"])
      #expect(response.text == field)
      #expect(field.contains(id) == (headers["traceparent"] != nil))
      #expect(TraceID(traceparent: field) != nil)
    }
  }

  @Test("A log entry includes fields set by inner middleware")
  func log() async throws {
    let entries = LockIsolated<[SiteMiddleware.AccessLogEntry]>([])
    let library = SiteConfig.Library(
      LibraryFolder(root: URL(fileURLWithPath: "/nowhere")), database: .inMemory())
    let config = SiteConfig(libraries: [library])
    let log = logRequests(countingIn: { config.usage(of: $0) }) { entry in
      entries.withValue { $0.append(entry) }
    }
    _ = try await withDependencies {
      $0.continuousClock = TestClock()
    } operation: {
      try await respond(
        to: HTTPRequest(.post, "/s/secret/audio?q=x", peer: HTTPPeer(address: "192.0.2.7")),
        through: log
      ) { _ in
        RequestFacts.note {
          $0.failure = "disk"
          $0.library = library
          $0.token = "phone"
        }
        return HTTPResponse(.internalServerError)
      }
    }
    let entry = try #require(entries.value.first)
    #expect(entries.value.count == 1)
    #expect(entry.method == .post && entry.status == .internalServerError)
    #expect(entry.path == "/s/…/audio" && entry.address == "192.0.2.7")
    #expect(entry.token == "phone" && entry.failure == "disk")
    for (usage, count) in [(library.usage, 1), (config.metrics.usage, 0)] {
      let page = try await withDependencies {
        $0.database = .inMemory()
        $0.date = .constant(.distantPast)
      } operation: {
        try await MetricsMiddleware(usage).get()
      }
      let name = "speechmemo_http_request_duration_seconds_count"
      #expect(page.text.contains("\(name){route=\"/s/{secret}/audio\"} \(count)\n"))
    }
  }

  @Test("Responses are private and not sniffed unless they set a cache lifetime")
  func defaultHeaders() async throws {
    let plain = try await respond(through: addDefaultHeaders)
    #expect(plain.headers["X-Content-Type-Options"] == "nosniff")
    #expect(plain.headers["Cache-Control"] == "private, no-cache")
    let own = try await respond(through: addDefaultHeaders) { _ in
      HTTPResponse(headers: ["Cache-Control": "no-store"])
    }
    #expect(own.headers["Cache-Control"] == "no-store")
  }

  @Test("A link is kept out of caches and search engines", arguments: ["/s/x", "/%73/x/audio"])
  func links(target: String) async throws {
    let response = try await respond(to: HTTPRequest(.get, target), through: hideLinks)
    #expect(response.headers["Cache-Control"] == "private, no-store")
    #expect(response.headers["Referrer-Policy"] == "no-referrer")
    #expect(response.headers["X-Robots-Tag"] == "noindex")
    let other = try await respond(to: HTTPRequest(.get, "/api/memos"), through: hideLinks)
    #expect(other.headers.fields.isEmpty)
  }

  @Test(
    "Duplicate and trailing slashes are ignored",
    arguments: [
      ("/", "/"), ("//", "/"), ("/v1//audio/transcriptions/", "/v1/audio/transcriptions"),
      ("//api///memos/?tag=a//b/", "/api/memos?tag=a//b/"), ("/api/a%2F/", "/api/a%2F"),
      ("/api/memos", "/api/memos"), ("memos/", "memos/"),
    ])
  func slashes(target: String, cleaned: String) async throws {
    for method in [HTTPMethod.get, .post] {
      let response = try await respond(
        to: HTTPRequest(method, target), through: removeExtraSlashes
      ) { HTTPResponse(text: $0.target) }
      #expect(response.text == cleaned)
    }
  }

  @Test("A browser is redirected to the page's address, also below a proxy's path")
  func redirected() async throws {
    for (target, location) in [
      ("//", "../"), ("/s/x/", "../../s/x"), ("/s//x?a=/", "../../s/x?a=/"),
    ] {
      let request = HTTPRequest(.get, target, headers: ["Accept": "text/html,*/*"])
      let response = try await respond(to: request, through: removeExtraSlashes)
      #expect(response.status == .temporaryRedirect)
      #expect(response.headers["Location"] == location)
    }
  }

  @Test("An upload's method may be in a header")
  func tus() async throws {
    let headers: HTTPHeaders = ["X-HTTP-Method-Override": "PATCH"]
    for (target, method) in [
      ("/api/uploads/x", "PATCH"), ("/api/uploads", "POST"), ("/api/memos/x", "POST"),
    ] {
      let response = try await respond(
        to: HTTPRequest(.post, target, headers: headers), through: speakTus
      ) { HTTPResponse(text: $0.method.rawValue) }
      #expect(response.text == method)
      #expect((response.headers["Tus-Resumable"] == "1.0.0") == target.hasPrefix("/api/uploads"))
    }
  }

  @Test("An allowed page may read responses of the OpenAI routes alone")
  func pages() async throws {
    for (target, origin, isAllowed) in [
      ("/v1/models", "app://obsidian.md", true), ("/v1/models", "https://evil.example", false),
      ("/api/memos", "app://obsidian.md", false), ("/v1x", "app://obsidian.md", false),
    ] {
      let request = HTTPRequest(.get, target, headers: ["Origin": origin])
      let response = try await respond(to: request, through: allowPages(of: origins))
      #expect(response.headers["Access-Control-Allow-Origin"] == (isAllowed ? origin : nil))
      #expect(response.headers["Vary"] == (isAllowed ? "Origin" : nil))
    }
  }

  @Test("A preflight request gets the methods and headers of an allowed page")
  func preflights() async throws {
    let headers: HTTPHeaders = [
      "Access-Control-Request-Method": "POST", "Origin": "app://obsidian.md",
    ]
    let preflight = HTTPRequest(.options, "/v1/audio/transcriptions", headers: headers)
    let answered = try await respond(to: preflight, through: answerPreflights(from: origins))
    #expect(answered.status == .noContent)
    #expect(answered.headers["Access-Control-Allow-Methods"] == "GET, POST")
    for origins: Set<String> in [[], ["https://other.example"]] {
      let passed = try await respond(to: preflight, through: answerPreflights(from: origins))
      #expect(passed.status == .ok)
    }
  }

  @Test("An error becomes a response, and its cause stays on the server")
  func problems() async throws {
    func response(_ error: any Error, _ target: String = "/") async throws -> HTTPResponse {
      try await respond(to: HTTPRequest(.get, target), through: answerProblems) { _ in throw error }
    }
    #expect(try await response(CancellationError()).status == .clientClosedRequest)
    let left = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await response(ServerProblem(.serviceUnavailable, .libraryBusy, detail: "")).status
    }
    #expect(try await left.value == .clientClosedRequest)
    #expect(try await response(RouteError.noMatch).status == .notFound)
    #expect(try await response(RouteError.malformed("'x'")).text.contains("'x'"))
    let methods = try await response(RouteError.otherMethods([.get, .patch]))
    #expect(methods.status == .methodNotAllowed)
    #expect(methods.headers["Allow"] == "GET, PATCH")
    var problem = ServerProblem(.tooManyRequests, .tooManyRequests, detail: "wait")
    problem.headers["Retry-After"] = "2"
    let waiting = try await response(problem, "/v1/models")
    #expect(waiting.headers["Retry-After"] == "2")
    #expect(waiting.headers["Content-Type"] == "application/problem+json")
    #expect(waiting.text.contains(#""error""#))
    let facts = RequestFacts()
    let failed = try await RequestFacts.$current.withValue(facts) {
      try await response(DatabaseError.corrupt(path: "/secret", detail: "bad"))
    }
    #expect(failed.status == .serviceUnavailable)
    #expect(!failed.text.contains("/secret"))
    #expect(facts.noted.failure?.contains("/secret") == true)
  }

  @Test("A stranger's name for the server, and a stranger's page, are refused")
  func otherSites() async throws {
    let refuse = refuseOtherSites(names: ["home.example"], origins: origins)
    let navigation: HTTPHeaders = [
      "Host": "home.example", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Site": "cross-site",
    ]
    for (target, headers, status): (String, HTTPHeaders, HTTPStatus?) in [
      ("/", ["Host": "home.example:8080"], nil), ("/", ["Host": "[::1]"], nil),
      ("/", [:], .badRequest), ("/health", [:], nil), ("/ready?x", [:], nil),
      ("/health", ["Host": "evil.example"], .misdirectedRequest),
      ("/", ["Host": "evil.example"], .misdirectedRequest),
      ("/", ["Host": "home.example", "Origin": "https://evil.example"], .forbidden),
      ("/", ["Host": "home.example", "Sec-Fetch-Site": "cross-site"], .forbidden),
      ("/s/x", ["Host": "home.example", "Sec-Fetch-Site": "cross-site"], nil),
      ("/?utm_source=x", navigation, nil), ("/api/memos", navigation, .forbidden),
      ("/v1/models", ["Host": "home.example", "Origin": "app://obsidian.md"], nil),
    ] {
      var refused: HTTPStatus?
      do {
        _ = try await respond(to: HTTPRequest(.get, target, headers: headers), through: refuse)
      } catch let problem as ServerProblem {
        refused = problem.status
      }
      #expect(refused == status, "\(target) \(headers)")
    }
  }
}

extension HTTPResponse {
  fileprivate var text: String {
    guard case .bytes(let bytes) = content
    else { return "" }
    return String(decoding: bytes, as: UTF8.self)
  }
}
