import DatabaseClient
import HTTPMessages
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
}
