import DatabaseClient
import Foundation
import HTTPMessages
import ServerRouter
import TestSite
import Testing

struct SessionMiddlewareTests {
  /// Signs in, and returns the browser's cookie.
  private func signIn(_ site: TestSite, _ headers: HTTPHeaders = [:]) async throws -> String {
    let reply = try await site.send(.post, "/api/session", headers: headers)
    #expect(reply.status == .noContent)
    let field = try #require(reply.headers["Set-Cookie"])
    #expect(field.contains("; HttpOnly; SameSite=Strict"))
    #expect(field.contains("; Path=/; "))
    return String(field.prefix { $0 != ";" })
  }

  private func list(_ site: TestSite, _ headers: HTTPHeaders) async throws -> HTTPStatus {
    var request = HTTPRequest(.get, "/api/memos", headers: headers)
    request.headers["Host"] = "192.0.2.1:8080"
    return try await site.sendOnly(request).status
  }

  @Test("A sign-in cookie has its token's scopes until sign-out")
  func signsIn() async throws {
    let site = try await TestSite(scopes: [.read])
    let cookie = try await signIn(site)
    #expect(try await list(site, ["Cookie": "other=1; \(cookie)"]) == .ok)
    #expect(try await site.database.access.tokens().map(\.scopes) == [[.read], [.read]])
    let out = try await site.send(
      .delete, "/api/session", headers: ["Authorization": "", "Cookie": cookie])
    #expect(out.status == .unauthorized, "a field that is there counts")
    var request = HTTPRequest(.delete, "/api/session", headers: ["Cookie": cookie])
    request.headers["Host"] = "192.0.2.1:8080"
    let gone = try await site.sendOnly(request)
    #expect(gone.status == .noContent)
    #expect(gone.headers["Set-Cookie"]?.contains("Max-Age=0") == true)
    #expect(try await list(site, ["Cookie": cookie]) == .unauthorized)
    #expect(try await site.send(.get, "/api/memos").status == .ok)
  }

  @Test("All browsers are signed out at once, and tokens stay valid")
  func everywhere() async throws {
    let site = try await TestSite(scopes: [.read])
    let cookies = [try await signIn(site), try await signIn(site)]
    var request = HTTPRequest(
      .delete, "/api/session?everywhere=true", headers: ["Cookie": cookies[0]])
    request.headers["Host"] = "192.0.2.1:8080"
    #expect(try await site.sendOnly(request).status == .noContent)
    for cookie in cookies { #expect(try await list(site, ["Cookie": cookie]) == .unauthorized) }
    #expect(try await site.send(.get, "/api/memos").status == .ok)
  }

  @Test("If not all browsers can be signed out, this one stays signed in and can repeat it")
  func everywhereFails() async throws {
    var library = DatabaseClient.inMemory()
    library.access.removeToken = { [access = library.access] name in
      if name.hasSuffix(", 2") { throw DatabaseError.busy(path: "/l") }
      return try await access.removeToken(name: name)
    }
    let site = try await TestSite(in: library, scopes: [.read])
    let cookies = [try await signIn(site), try await signIn(site), try await signIn(site)]
    let reply = try await send(site, .delete, "/api/session?everywhere=true", cookie: cookies[0])
    #expect(reply.status == .serviceUnavailable && reply.headers["Set-Cookie"] == nil)
    #expect(try await list(site, ["Cookie": cookies[0]]) == .ok)
    #expect(try await list(site, ["Cookie": cookies[1]]) == .ok)
  }

  @Test("A cookie counts for the page alone: not from another site, nor for other programs")
  func elsewhere() async throws {
    let site = try await TestSite()
    let cookie = try await signIn(site)
    for place in ["cross-site", "same-site"] {
      #expect(try await list(site, ["Cookie": cookie, "Sec-Fetch-Site": place]) != .ok)
    }
    #expect(try await list(site, ["Cookie": cookie, "Sec-Fetch-Site": "same-origin"]) == .ok)
    for (method, target) in [(HTTPMethod.get, "/v1/models"), (.post, "/mcp"), (.get, "/metrics")] {
      var request = HTTPRequest(method, target, headers: ["Cookie": cookie])
      request.headers["Host"] = "192.0.2.1:8080"
      #expect(try await site.sendOnly(request).status == .unauthorized, "\(target)")
    }
    var request = HTTPRequest(
      .post, "/api/memos/trash",
      headers: ["Cookie": cookie, "Origin": "http://192.0.2.1:9090", "Host": "192.0.2.1:8080"])
    #expect(try await site.sendOnly(request).status == .forbidden)
    request.headers["Origin"] = "http://192.0.2.1:8080"
    #expect(try await site.sendOnly(request).status == .badRequest, "only its body is wrong")
  }

  /// Sends the cookie, or a token as a program does.
  private func send(
    _ site: TestSite, _ method: HTTPMethod, _ target: String, cookie: String? = nil,
    token: String? = nil, peer: String = "192.0.2.7"
  ) async throws -> TestReply {
    var request = HTTPRequest(method, target, peer: HTTPPeer(address: peer))
    request.headers["Host"] = "192.0.2.1:8080"
    request.headers["Cookie"] = cookie
    request.headers["Authorization"] = token.map { "Bearer \($0)" }
    return try await site.sendOnly(request)
  }

  private func token(in cookie: String) -> String {
    String(cookie.drop { $0 != "=" }.dropFirst())
  }

  @Test("A session ends with its token")
  func parent() async throws {
    let site = try await TestSite()
    let phone = try await TestSite.token(for: site.database, named: "phone", scopes: [.read])
    let (own, cookie) = (
      try await signIn(site), try await signIn(site, ["Authorization": "Bearer \(phone)"])
    )
    #expect(try await list(site, ["Cookie": cookie]) == .ok)
    #expect(try await site.send(.delete, "/api/tokens/phone").status == .noContent)
    #expect(try await list(site, ["Cookie": cookie]) == .unauthorized)
    #expect(try await list(site, ["Cookie": own]) == .ok)
  }

  @Test("A session can create neither sessions nor tokens, also as a bearer token")
  func sessionsMakeNothing() async throws {
    let site = try await TestSite()
    let cookie = try await signIn(site)
    let session = token(in: cookie)
    let before = try await site.database.access.tokens().map(\.name)
    let begun = try await send(site, .post, "/api/session", token: session)
    #expect(begun.status == .forbidden && begun.headers["Set-Cookie"] == nil, "\(begun.text)")
    let again = try await send(site, .post, "/api/session", cookie: cookie)
    #expect(again.status == .noContent && again.headers["Set-Cookie"] == nil)
    let made = try await site.send(
      .post, "/api/tokens", headers: ["Authorization": "Bearer \(session)"],
      json: #"{"name":"mine"}"#)
    #expect(made.status == .forbidden)
    #expect(made.text.contains("a session can create neither sessions nor tokens"))
    #expect(try await site.database.access.tokens().map(\.name) == before)
  }

  @Test("Signing out everywhere ends the sessions of the same token only")
  func everywhereOfParent() async throws {
    let site = try await TestSite()
    let reader = try await TestSite.token(for: site.database, named: "reader", scopes: [.read])
    let administrator = try await signIn(site)
    let readers = [
      try await signIn(site, ["Authorization": "Bearer \(reader)"]),
      try await signIn(site, ["Authorization": "Bearer \(reader)"]),
    ]
    let out = try await send(
      site, .delete, "/api/session?everywhere=true", cookie: readers[0])
    #expect(out.status == .noContent)
    for cookie in readers { #expect(try await list(site, ["Cookie": cookie]) == .unauthorized) }
    #expect(try await list(site, ["Cookie": administrator]) == .ok)
    // A token signs out its own.
    let cookie = try await signIn(site, ["Authorization": "Bearer \(reader)"])
    #expect(
      try await send(site, .delete, "/api/session?everywhere=true", token: reader).status
        == .noContent)
    #expect(try await list(site, ["Cookie": cookie]) == .unauthorized)
    #expect(try await list(site, ["Cookie": administrator]) == .ok)
  }

  @Test("A session of an earlier version signs out only itself")
  func withoutParent() async throws {
    let site = try await TestSite()
    let administrator = try await signIn(site)
    let sessions = try await site.database.access.tokens().filter { $0.kind == .session }
    // SHA-256 of speechmemo_elsewhere.
    let sum = "163f395b516a7d00e7ccc5ea072359ff4ea2d1310843da11a2faea71d446c0cd"
    _ = try await site.database.access.addToken(
      token: AccessToken(
        name: "Browser, old", scopes: [.read], createdAt: TestSite.now, kind: .session),
      sha256: sum)
    let cookie = "speechmemo=speechmemo_elsewhere"
    #expect(
      try await send(site, .delete, "/api/session?everywhere=true", cookie: cookie).status
        == .noContent)
    #expect(try await list(site, ["Cookie": cookie]) == .unauthorized)
    #expect(try await list(site, ["Cookie": administrator]) == .ok)
    #expect(
      try await site.database.access.tokens().filter { $0.kind == .session }.map(\.name)
        == sessions.map(\.name))
  }

  @Test("A code signs in one browser, below the session that showed it, and opens nothing else")
  func codes() async throws {
    let site = try await TestSite()
    let cookie = try await signIn(site)
    let reply = try await send(site, .post, "/api/session/codes", cookie: cookie)
    #expect(reply.status == .created && reply.headers["Cache-Control"] == "no-store")
    let code = try reply.json(AddedToken.self)
    #expect(code.scopes == ["read", "write", "transcribe"])
    #expect(code.expiresAt == TestSite.now + 300)
    let secret = try #require(code.token)
    for (method, target) in [
      (HTTPMethod.get, "/api/memos"), (.get, "/api/tokens"), (.post, "/api/session/codes"),
      (.delete, "/api/session?everywhere=true"), (.get, "/v1/models"), (.post, "/mcp"),
    ] {
      let refused = try await send(site, method, target, token: secret)
      #expect(refused.status == .forbidden, "\(target)")
    }
    let phone = try await signIn(site, ["Authorization": "Bearer \(secret)"])
    #expect(try await list(site, ["Cookie": phone]) == .ok)
    #expect(
      try await send(site, .post, "/api/session", token: secret).status == .unauthorized, "used")
    #expect(
      try await send(site, .post, "/api/session/codes", cookie: phone).status == .forbidden)
    let tokens = try await site.database.access.tokens()
    #expect(tokens.map(\.kind) == [.session, .session, .token])
    let below = try #require(tokens.first { $0.parent != "test" && $0.kind == .session })
    #expect(below.scopes == [.read, .transcribe, .write])
    #expect(try await send(site, .delete, "/api/session", cookie: cookie).status == .noContent)
    #expect(try await list(site, ["Cookie": phone]) == .unauthorized, "it ends with its parent")
  }

  @Test("Without a token, a local program makes neither sessions nor codes")
  func loopback() async throws {
    let site = try await TestSite { $0.allowsLocalAccessWithoutToken = true }
    let cookie = try await signIn(site)
    for target in ["/api/session", "/api/session/codes"] {
      let reply = try await send(site, .post, target, peer: "127.0.0.1")
      #expect(reply.headers["Set-Cookie"] == nil && !reply.text.contains("speechmemo_"))
      #expect(reply.status == (target == "/api/session" ? .noContent : .forbidden))
    }
    let out = try await send(
      site, .delete, "/api/session?everywhere=true", peer: "127.0.0.1")
    #expect(out.status == .noContent)
    #expect(try await list(site, ["Cookie": cookie]) == .ok)
    #expect(try await site.database.access.tokens().map(\.kind) == [.session, .token])
  }

  @Test("A cookie lasts no longer than its token")
  func cookieLifetime() async throws {
    let site = try await TestSite()
    let added = try await site.send(
      .post, "/api/tokens", json: #"{"name":"guest","expiresIn":3600}"#)
    let guest = try added.json(AddedToken.self)
    #expect(guest.expiresAt == TestSite.now + 3_600)
    let reply = try await send(site, .post, "/api/session", token: guest.token)
    #expect(reply.headers["Set-Cookie"]?.contains("Max-Age=3600;") == true)
  }

  @Test("An event stream ends with the token above its session")
  func streams() async throws {
    let site = try await TestSite()
    let phone = try await TestSite.token(for: site.database, named: "phone")
    let cookie = try await signIn(site, ["Authorization": "Bearer \(phone)"])
    let stream = await site.respond(
      to: HTTPRequest(.get, "/api/events", headers: ["Cookie": cookie]), showingToken: false)
    guard case .stream(let body) = stream.content
    else {
      Issue.record("it is no stream")
      return
    }
    var pieces = body.makeAsyncIterator()
    #expect(try await pieces.next() != nil)
    _ = await site.respond(to: HTTPRequest(.delete, "/api/tokens/phone"))
    #expect(try await pieces.next() == nil)
  }
}
