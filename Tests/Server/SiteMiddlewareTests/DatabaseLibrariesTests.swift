import AudioFileClient
import DatabaseClient
import Dependencies
import Foundation
import HTTPMessages
import HostedLibraries
import LibraryFolder
import ServerRouter
import SharedModels
import SiteMiddleware
import Testing
import TestSite
import TokenCore

/// A site over a database with many libraries.
struct DatabaseLibrariesTests {
  private let anna = DatabaseClient.inMemory([
    TranscribedMemo(recording: .mock, transcription: .mock)
  ])
  private let ben = DatabaseClient.inMemory()

  private func site(
    change: (inout LibrariesClient) -> Void = { _ in }
  ) async throws -> TestSite {
    var (libraries, queue) = LibrariesClient.inMemory(["anna": anna, "ben": ben])
    change(&libraries)
    let home = LibraryFolder(root: URL(fileURLWithPath: "/nonexistent/speechmemo"))
    let hosted = HostedLibraries(
      at: "postgres://db/memos", libraries, queue: queue, below: home, local: .simulated(),
      store: nil)
    return try await TestSite { config in
      config.libraries = []
      config.databaseLibraries = DatabaseLibraries(hosted)
    }
  }

  private func bearer(_ token: String) -> HTTPHeaders { ["Authorization": "Bearer \(token)"] }

  @Test("A token opens the library that has it, and shows nothing of another one")
  func tokens() async throws {
    let site = try await site()
    let (annas, bens) = (
      try await TestSite.token(for: anna, named: "phone"), try await TestSite.token(for: ben)
    )
    for _ in 1...2 {
      let theirs = try await site.send(.get, "/api/memos", headers: bearer(annas))
      #expect(theirs.status == .ok && theirs.text.contains(Recording.mock.title))
    }
    let others = try await site.send(.get, "/api/memos", headers: bearer(bens))
    #expect(others.status == .ok && !others.text.contains(Recording.mock.title))
    let memo = "/api/memos/\(Recording.mock.id.rawValue.uuidString.lowercased())"
    #expect(try await site.send(.get, memo, headers: bearer(bens)).status == .notFound)
    #expect(try await site.send(.get, memo, headers: bearer(annas)).status == .ok)
    #expect(site.visits.value.first?.token == "phone")
  }

  @Test("Settings changed through one server apply on the others")
  func settings() async throws {
    let (libraries, queue) = LibrariesClient.inMemory(["anna": anna, "ben": ben])
    let home = FileManager.default.temporaryDirectory
      .appendingPathComponent("servers-\(UUID().uuidString)", isDirectory: true)
    defer { try? FileManager.default.removeItem(at: home) }
    func server(_ name: String) async throws -> TestSite {
      let hosted = HostedLibraries(
        at: "postgres://db/memos", libraries, queue: queue,
        below: LibraryFolder(root: home.appendingPathComponent(name)), local: .simulated(),
        store: nil)
      return try await TestSite { config in
        config.libraries = []
        config.databaseLibraries = DatabaseLibraries(hosted)
      }
    }
    let servers = [try await server("1"), try await server("2")]
    let tokens = [
      try await TestSite.token(for: anna, scopes: [.admin, .read]),
      try await TestSite.token(for: ben, scopes: [.admin, .read]),
    ]
    func language(_ library: Int, on server: Int) async throws -> SettingValue? {
      try await servers[server].send(.get, "/api/settings", headers: bearer(tokens[library]))
        .json([String: SettingValue?].self)["language"] ?? nil
    }
    func set(_ text: String, on server: Int) async throws {
      let reply = try await servers[server].send(
        .patch, "/api/settings", headers: bearer(tokens[0]), json: #"{"language":"\#(text)"}"#)
      #expect(reply.status == .ok, "\(reply.text)")
    }
    #expect(try await language(0, on: 1) == nil)
    try await set("de", on: 0)
    #expect(try await language(0, on: 1) == .text("de"))
    #expect(try await language(1, on: 1) == nil)
    try await set("fr", on: 1)
    #expect(try await language(0, on: 0) == .text("fr"))
    #expect(try await libraries.settings(of: "anna")?.values["language"] == "fr")
  }

  @Test("Revoked and unknown tokens open nothing")
  func wrongTokens() async throws {
    let site = try await site()
    let token = try await TestSite.token(for: anna)
    #expect(try await site.send(.get, "/api/memos", headers: bearer(token)).status == .ok)
    #expect(try await anna.access.removeToken(name: "test"))
    for wrong in [token, "speechmemo_none", "none"] {
      let reply = try await site.send(.get, "/api/memos", headers: bearer(wrong))
      #expect(reply.status == .unauthorized)
    }
  }

  @Test("A link opens its memo in any library")
  func links() async throws {
    let site = try await site()
    let secret = try await withDependencies {
      $0.database = anna
      $0.date = .constant(TestSite.now)
      $0.uuid = .incrementing
      $0.withRandomNumberGenerator = WithRandomNumberGenerator(SystemRandomNumberGenerator())
    } operation: {
      try await LinkIssuer().add(for: Recording.mock.id).secret
    }
    func send(_ secret: String) async throws -> TestReply {
      try await site.sendOnly(
        HTTPRequest(
          .get, "/s/\(secret)",
          headers: ["Host": "192.0.2.1:8080", "Accept": "application/json"],
          peer: HTTPPeer(address: "192.0.2.7")))
    }
    let reply = try await send(secret)
    #expect(reply.status == .ok && reply.text.contains(Recording.mock.title))
    #expect(try await send("nobodys").status == .notFound)
  }

  @Test("It is ready when the database can be read")
  func ready() async throws {
    #expect(try await site().send(.get, "/ready").status == .ok)
    let broken = try await site {
      $0.shares = { throw DatabaseError.unreachable(address: "postgres://db", detail: "gone") }
    }
    #expect(try await broken.send(.get, "/ready").status == .serviceUnavailable)
  }
}
