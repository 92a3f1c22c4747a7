import DatabaseClient
import Foundation
import HTTPMessages
import ServerRouter
import TestSite
import Testing

struct TokensMiddlewareTests {
  private let site: TestSite

  init() async throws {
    site = try await TestSite()
  }

  private func add(_ json: String) async throws -> TestReply {
    try await site.send(.post, "/api/tokens", json: json)
  }

  private func status(with token: String) async throws -> HTTPStatus {
    try await site.send(
      .get, "/api/memos", headers: ["Authorization": "Bearer \(token)"]
    ).status
  }

  @Test("A token is shown once, listed without its secret, and invalid after revocation")
  func made() async throws {
    let reply = try await add(#"{"name":"phone","scopes":["write","read"]}"#)
    #expect(reply.status == .created)
    #expect(reply.headers["Cache-Control"] == "no-store")
    let added = try reply.json(AddedToken.self)
    #expect(added.scopes == ["read", "write"])
    let token = try #require(added.token)
    #expect(try await status(with: token) == .ok)
    let list = try await site.send(.get, "/api/tokens")
    #expect(try list.json(TokenList.self).tokens.map(\.name) == ["phone", "test"])
    #expect(!list.text.contains("speechmemo_") && !list.text.contains("sha256"))
    #expect(try await site.send(.delete, "/api/tokens/phone").status == .noContent)
    #expect(try await status(with: token) == .unauthorized)
    let gone = try await site.send(.delete, "/api/tokens/phone")
    #expect(gone.status == .notFound)
    #expect(gone.text.contains("this library has no token named 'phone'"))
  }

  @Test("For a token created by its client, the server receives only a checksum")
  func madeElsewhere() async throws {
    // SHA-256 of speechmemo_elsewhere.
    let sum = "163f395b516a7d00e7ccc5ea072359ff4ea2d1310843da11a2faea71d446c0cd"
    let reply = try await add(#"{"name":"phone","sha256":"\#(sum.uppercased())"}"#)
    #expect(reply.status == .created)
    #expect(
      try reply.json(AddedToken.self) == AddedToken(name: "phone", scopes: ["read"], token: nil))
    #expect(try await status(with: "speechmemo_elsewhere") == .ok)
    let same = try await add(#"{"name":"tablet","sha256":"\#(sum)"}"#)
    #expect(same.status == .conflict)
    #expect(same.text.contains("a token with that SHA-256 already exists"))
  }

  @Test("An expired token is refused and stays listed with its date")
  func expired() async throws {
    // SHA-256 of speechmemo_elsewhere.
    let sum = "163f395b516a7d00e7ccc5ea072359ff4ea2d1310843da11a2faea71d446c0cd"
    let date = TestSite.now - 1
    _ = try await site.database.access.addToken(
      token: AccessToken(
        name: "guest", scopes: [.read], createdAt: TestSite.now - 60, expiresAt: date),
      sha256: sum)
    #expect(try await status(with: "speechmemo_elsewhere") == .unauthorized)
    let list = try await site.send(.get, "/api/tokens").json(TokenList.self).tokens
    #expect(list.map(\.expiresAt) == [date, nil])
    #expect(list.map(\.kind) == ["token", "token"])
  }

  @Test("A name in use is not reassigned")
  func taken() async throws {
    let reply = try await add(#"{"name":"test","scopes":["admin"]}"#)
    #expect(reply.status == .conflict)
    #expect(reply.text.contains("a token named 'test' already exists"))
    #expect(try await site.database.access.tokens().map(\.name) == ["test"])
  }

  @Test(
    "An invalid token request is refused with an example",
    arguments: [
      (#"{"name":" "}"#, 422, "must not be blank"),
      (#"{"name":"."}"#, 422, "must not be '.' or '..'"),
      (#"{"name":"a\nb"}"#, 422, "must be one line of text"),
      (#"{"name":"a","scopes":["reed"]}"#, 422, "use read, write, transcribe, keep or admin"),
      (#"{"name":"a","sha256":"12"}"#, 422, "64 hexadecimal digits"),
      (#"{"name":"a","expiresIn":59}"#, 422, "after 1 minute to 3660 days"),
      (#"{"name":"a","expiresIn":1e300}"#, 422, "after 1 minute to 3660 days"),
      (#"{"scopes":["read"]}"#, 400, "name"), ("{", 400, "not valid JSON"),
    ])
  func wrong(json: String, status: Int, reason: String) async throws {
    let reply = try await add(json)
    #expect(reply.status.rawValue == status)
    #expect(try reply.json(ServerProblem.self).detail.contains(reason), "\(reply.text)")
    #expect(try await site.database.access.tokens().count == 1)
  }

  @Test("An event stream ends when its token is revoked, and others continue")
  func streams() async throws {
    let token = try await TestSite.token(for: site.database, named: "phone")
    let other = await site.respond(to: HTTPRequest(.get, "/api/events"))
    let stream = await site.respond(
      to: HTTPRequest(.get, "/api/events", headers: ["Authorization": "Bearer \(token)"]))
    guard case .stream(let body) = stream.content, case .stream(let otherBody) = other.content
    else {
      Issue.record("they are no streams")
      return
    }
    var pieces = body.makeAsyncIterator()
    var otherPieces = otherBody.makeAsyncIterator()
    #expect(try await pieces.next() != nil, "that it is connected")
    #expect(try await otherPieces.next() != nil)
    _ = await site.respond(to: HTTPRequest(.delete, "/api/tokens/phone"))
    #expect(try await pieces.next() == nil)
    site.endStreams()
    #expect(try await otherPieces.next() == nil)
  }
}
