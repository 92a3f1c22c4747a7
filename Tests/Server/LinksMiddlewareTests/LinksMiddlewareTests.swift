import DatabaseClient
import Dependencies
import Foundation
import HTTPMessages
import Hashing
import LinksMiddleware
import ServerRouter
import SharedModels
import SiteMiddleware
import TestSite
import Testing
import TokenCore

struct LinksMiddlewareTests {
  private let target = "/api/memos/00000000-0000-0000-0000-000000000001/links"
  private let sound = Array("RIFF, and then some sound".utf8)

  private func makeSite(
    scopes: Set<AccessScope> = Set(AccessScope.allCases),
    configure: (inout SiteConfig) -> Void = { _ in }
  ) async throws -> TestSite {
    var other = Recording.preview(
      id: Recording.ID(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2))),
      title: "Nobody's business")
    other.tags = ["private"]
    let site = try await TestSite(
      [
        TranscribedMemo(recording: .mock, transcription: .mock),
        TranscribedMemo(recording: other, transcription: .mock),
      ], scopes: scopes, configure: configure)
    try Data(sound).write(to: site.folder.audioFile(named: Recording.mock.audio.fileName))
    return site
  }

  /// Sends a request with only a link.
  private func open(
    _ path: String, at site: TestSite, _ method: HTTPMethod = .get, headers: HTTPHeaders = [:]
  ) async throws -> TestReply {
    var headers = headers
    headers["Host"] = "192.0.2.1:8080"
    return try await site.sendOnly(HTTPRequest(method, path, headers: headers))
  }

  private func newLink(at site: TestSite, _ json: String = "{}") async throws -> LinkValue {
    let reply = try await site.send(.post, target, json: json)
    #expect(reply.status == .created, "\(reply.text)")
    #expect(reply.headers["Cache-Control"] == "private, no-store")
    return try reply.json()
  }

  @Test("A client can choose a link's secret, and a second link with it is refused")
  func ownSecret() async throws {
    let site = try await makeSite()
    var checksum = Checksum()
    Array("my-own-secret".utf8).withUnsafeBytes { checksum.update($0) }
    let json = #"{"id": "\#(UUID(0))", "sha256": "\#(checksum.finish())"}"#
    let link = try await newLink(at: site, json)
    #expect(link.path == nil && link.id == UUID(0).uuidString.lowercased())
    let memo: SharedMemo = try await open("/s/my-own-secret", at: site).json()
    #expect(memo.title == Recording.mock.title)
    #expect(try await site.send(.post, target, json: json).status == .conflict)
    let short = try await site.send(.post, target, json: #"{"sha256": "abc"}"#)
    #expect(short.status == .unprocessableContent && short.text.contains("64 hexadecimal digits"))
  }

  @Test("A link shows and plays its memo without a token")
  func opened() async throws {
    let site = try await makeSite()
    let path = try #require(try await newLink(at: site).path)
    #expect(path.wholeMatch(of: /\/s\/[A-Za-z0-9_-]{43}/) != nil)
    let memo: SharedMemo = try await open(path, at: site).json()
    #expect(memo.title == Recording.mock.title && memo.date == Recording.mock.date)
    #expect(memo.duration == 11)
    #expect(memo.transcript?.text == Transcription.mock.text)
    #expect(memo.transcript?.segments.map(\.text) == Transcription.mock.segments.map(\.text))
    #expect(memo.transcript?.segments.map(\.start) == [0.5, 3.2])
    let audio = try await open("\(path)/audio", at: site)
    #expect(audio.status == .ok && audio.body == sound)
    #expect(audio.headers["Content-Type"] == "audio/wav")
    let part = try await open("\(path)/audio", at: site, headers: ["Range": "bytes=6-8"])
    #expect(part.status == .partialContent && part.text == "and")
    let text = try await open("\(path)/transcript?format=txt", at: site)
    #expect(text.text.contains("budget"))
    #expect(text.headers["Content-Type"] == "text/plain; charset=utf-8")
    #expect(try await open(path, at: site, .head).status == .ok)
  }

  @Test("A link opens with the parameters that other sites add, and in a browser with any slashes")
  func addedParameters() async throws {
    let site = try await makeSite()
    let path = try #require(try await newLink(at: site).path)
    let memo: SharedMemo = try await open("\(path)?fbclid=x&utm_source=y", at: site).json()
    #expect(memo.title == Recording.mock.title)
    let text = try await open("\(path)/transcript?fbclid=x&format=txt", at: site)
    #expect(text.headers["Content-Type"] == "text/plain; charset=utf-8")
    let wrong = try await open("\(path)/transcript?format=doc", at: site)
    #expect(wrong.status == .badRequest && wrong.text.contains("'doc'"))
    #expect(try await open("\(path)/?fbclid=x", at: site).json(SharedMemo.self) == memo)
    let html: HTTPHeaders = ["Accept": "text/html"]
    #expect(try await open("\(path)?fbclid=x", at: site, headers: html).status == .ok)
    // The page finds its files and its memo relative to its address.
    let moved = try await open("/\(path)/?fbclid=x", at: site, headers: html)
    #expect(moved.status == .temporaryRedirect)
    #expect(moved.headers["Location"] == "../../..\(path)?fbclid=x")
    #expect(moved.headers["Cache-Control"] == "private, no-store")
  }

  @Test(
    "A link reveals nothing else of the memo or its library",
    arguments: ["", "/transcript", "/transcript?format=md", "/transcript?format=vtt"])
  func nothingElse(part: String) async throws {
    let site = try await makeSite()
    let path = try #require(try await newLink(at: site).path)
    let text = try await open(path + part, at: site).text
    #expect(text.contains("budget"))
    for secret in [
      "example", "private", "Nobody", "speech.wav", "favorite",
      "00000000-0000-0000-0000-000000000001",
      site.folder.root.path,
    ] {
      #expect(!text.contains(secret), "\(secret) in \(text)")
    }
  }

  @Test(
    "Responses to links are not cached, and send no referrer",
    arguments: ["", "/audio", "/transcript", "/nothing", "x"])
  func headers(part: String) async throws {
    let site = try await makeSite()
    let path = try #require(try await newLink(at: site).path)
    let reply = try await open(path + part, at: site)
    #expect(reply.headers["Cache-Control"] == "private, no-store")
    #expect(reply.headers["Referrer-Policy"] == "no-referrer")
    #expect(reply.headers["X-Robots-Tag"] == "noindex")
  }

  @Test("An invalid link gives the same response for any reason")
  func nothing() async throws {
    let site = try await makeSite()
    func expectNothing(_ path: String, _ reason: Comment) async throws {
      let unknown = "/s/" + String(repeating: "A", count: 43)
      for part in ["", "/audio", "/transcript"] {
        let reply = try await open(path + part, at: site)
        let other = try await open(unknown + part, at: site)
        #expect(reply.status == .notFound, reason)
        #expect(reply.body == other.body, reason)
        // Each request has its own trace.
        var headers = (reply.headers, other.headers)
        headers.0["traceparent"] = nil
        headers.1["traceparent"] = nil
        #expect(headers.0 == headers.1, reason)
      }
    }
    try await expectNothing("/s/x", "it is no secret")

    let revoked = try await newLink(at: site)
    #expect(try await site.send(.delete, "\(target)/\(revoked.id)").status == .noContent)
    try await expectNothing(try #require(revoked.path), "it was revoked")
    #expect(try await site.send(.delete, "\(target)/\(revoked.id)").status == .notFound)

    let secrets = try await withDependencies {
      $0.database = site.database
      $0.date = .constant(TestSite.now - 3_600)
      $0.uuid = .init { UUID() }
      $0.withRandomNumberGenerator = WithRandomNumberGenerator(SystemRandomNumberGenerator())
    } operation: {
      var secrets: [String] = []
      for lifetime in [3_601.0, 3_600] {
        secrets.append(
          try await LinkIssuer().add(for: Recording.mock.id, lifetime: lifetime).secret)
      }
      return secrets
    }
    #expect(try await open("/s/\(secrets[0])", at: site).status == .ok, "a second is left")
    try await expectNothing("/s/\(secrets[1])", "it has expired")
    let list: LinkList = try await site.send(.get, target).json()
    #expect(list.links.map(\.expiresAt) == [TestSite.now + 1])

    let path = try #require(try await newLink(at: site).path)
    try await site.database.trash(ids: [Recording.mock.id], at: TestSite.now)
    try await expectNothing(path, "its memo is in the trash")
    _ = try await site.database.deletePermanently(ids: [Recording.mock.id])
    try await expectNothing(path, "its memo is gone")
  }

  @Test("Links are listed and logged without their secrets")
  func secrecy() async throws {
    let site = try await makeSite()
    let link = try await newLink(at: site, #"{"expiresIn":90}"#)
    #expect(link.createdAt == TestSite.now && link.expiresAt == TestSite.now + 90)
    let path = try #require(link.path)
    let list = try await site.send(.get, target)
    #expect(try list.json(LinkList.self).links.map(\.id) == [link.id])
    #expect(!list.text.contains(path.dropFirst(3)))
    for request in [
      path, "\(path)/audio", "/%73/\(path.dropFirst(3))", "\(path)/\(path.dropFirst(3))",
    ] {
      _ = try await open(request, at: site)
    }
    let logged = site.visits.value.suffix(4).map(\.path)
    #expect(logged == ["/s/…", "/s/…/audio", "/s/…", "/s/…"])
    #expect(LinkPath.redacted("/sites/x") == nil && LinkPath.redacted("/api/s/x") == nil)
  }

  @Test(
    "Links with invalid lifetimes, or to trashed or missing memos, are refused",
    arguments: [59, 31_622_401, -1, 1e300])
  func refused(seconds: Double) async throws {
    let site = try await makeSite()
    let reply = try await site.send(.post, target, json: #"{"expiresIn":\#(seconds)}"#)
    #expect(reply.status == .badRequest)
    #expect(reply.text.contains("60 to 31622400 seconds"))
    #expect(
      try await site.send(
        .post, target.replacing("0001/", with: "0009/"), json: "{}"
      ).status == .notFound)
    try await site.database.trash(ids: [Recording.mock.id], at: TestSite.now)
    #expect(try await site.send(.post, target, json: "{}").status == .conflict)
    #expect(try await site.database.access.links(of: Recording.mock.id) == [])
  }

  @Test("A memo without a transcript is opened all the same")
  func noTranscript() async throws {
    let site = try await TestSite()
    let reason = "no engine at /opt/secret"
    try await site.database.insert(
      recording: .preview(transcription: .failed(reason: reason)), job: nil)
    let path = try #require(try await newLink(at: site).path)
    #expect(try await open(path, at: site).json(SharedMemo.self).transcript == nil)
    let reply = try await open("\(path)/transcript", at: site)
    #expect(reply.status == .notFound && !reply.text.contains("/opt/secret"))
  }

  @Test("A link opens its memo in any of the server's libraries")
  func libraries() async throws {
    let other = DatabaseClient.inMemory()
    let site = try await makeSite { config in
      config.libraries.insert(
        SiteConfig.Library(config.libraries[0].folder, database: other), at: 0)
    }
    let path = try #require(try await newLink(at: site).path)
    #expect(try await open(path, at: site).status == .ok)
    #expect(try await other.access.links(of: Recording.mock.id) == [])
  }

  @Test("A link can be followed from any page, and changes nothing")
  func fromAnyPage() async throws {
    let site = try await makeSite()
    let path = try #require(try await newLink(at: site).path)
    let headers: HTTPHeaders = ["Sec-Fetch-Site": "cross-site"]
    #expect(try await open(path, at: site, headers: headers).status == .ok)
    #expect(try await open("/health", at: site, headers: headers).status == .forbidden)
    for method in [HTTPMethod.post, .delete, .patch] {
      #expect(try await open(path, at: site, method).status == .unauthorized)
      #expect(try await open(path, at: site, method, headers: headers).status == .forbidden)
    }
  }
}
