import ApiClient
import DatabaseClient
import Dependencies
import Foundation
import HTTPMessages
import ServerRouter
import SharedModels
import TestSite
import Testing
import TokenCore

struct RemoteAccessTests {
  @Test("A token with an expiry is made on the server, and removed if the server ignores it")
  func expiringTokens() async throws {
    let remote = try await RemoteSite()
    let now = TestSite.now
    func token(_ name: String) -> AccessToken {
      AccessToken(name: name, scopes: [.read], createdAt: now, expiresAt: now + 3_600)
    }
    let sums = ["a", "b"].map { String(repeating: $0, count: 64) }
    #expect(try await remote.database.access.addToken(token: token("one"), sha256: sums[0]))
    #expect(try await remote.database.access.tokens().first == token("one"))
    remote.onResponse.setValue { request, response in
      guard request.method == .post
      else { return response }
      let old = AddedToken(name: "two", scopes: ["read"], token: nil)
      return HTTPResponse(content: .bytes(Array(try JSONEncoder.speechMemo.encode(old))))
    }
    await #expect(throws: ApiError.self) {
      _ = try await remote.database.access.addToken(token: token("two"), sha256: sums[1])
    }
    #expect(try await remote.site.database.access.tokens().map(\.name) == ["one", "test"])
    remote.onRequest.setValue { if $0.method == .delete { throw RemoteSite.lost } }
    let error = await #expect(throws: ApiError.self) {
      _ = try await remote.database.access.addToken(token: token("two"), sha256: sums[1])
    }
    #expect(error?.description.contains("'two', which never expires, could not be removed") == true)
    #expect(try await remote.site.database.access.tokens().map(\.name) == ["one", "test", "two"])
  }

  @Test("A link is created, listed and revoked, and its secret stays here")
  func links() async throws {
    let remote = try await RemoteSite([RemoteSite.memo(1)])
    let (memo, moment) = (RemoteSite.memo(1).recording, Date(timeIntervalSince1970: 1_790_000_000))
    let (link, secret) = try await withDependencies {
      $0.database = remote.database
      $0.date = .constant(moment)
      $0.uuid = .init { UUID() }
      $0.withRandomNumberGenerator = WithRandomNumberGenerator(SystemRandomNumberGenerator())
    } operation: {
      try await LinkIssuer().add(for: memo.id, lifetime: 3_600)
    }
    let there = try await remote.site.database.access.links(of: memo.id)
    #expect(there.map(\.id) == [link.id])
    #expect(there.map { $0.expiresAt.timeIntervalSince($0.createdAt) } == [3_600])
    #expect(try await remote.database.access.links(of: memo.id) == there)
    #expect(!remote.requests.value.contains { $0.contains(secret) })
    let reply = try await remote.site.sendOnly(
      HTTPRequest(
        .get, SharedRoute.path(with: secret), headers: ["Host": "192.0.2.1:8080"]))
    #expect(reply.status == .ok)
    #expect(
      try await !remote.database.access.addLink(
        link: link, sha256: String(repeating: "a", count: 64))
    )
    #expect(try await remote.database.access.removeLink(id: link.id, of: memo.id))
    #expect(try await !remote.database.access.removeLink(id: link.id, of: memo.id))
    #expect(try await remote.site.database.access.links(of: memo.id) == [])
  }
}
