import ConcurrencyExtras
import DatabaseClient
import Foundation
import HTTPMessages
import SharedModels
import SiteMiddleware
import TestSite
import Testing

/// Responses cached without asking the library.
struct ReplyCacheTests {
  private let revision = LockIsolated<Int?>(1)
  private let questions = LockIsolated(0)

  /// A site over a library that counts its reads and has a given revision.
  private func makeSite(scopes: Set<AccessScope> = Set(AccessScope.allCases)) async throws
    -> TestSite
  {
    try await TestSite(
      [TranscribedMemo(recording: .mock, transcription: .mock)], scopes: scopes
    ) { [revision, questions] config in
      var database = config.libraries[0].database
      let recordings = database.recordings
      database.recordings = { query in
        questions.withValue { $0 += 1 }
        return try await recordings(query)
      }
      database.revision = { revision.value }
      config.libraries[0] = SiteConfig.Library(config.libraries[0].folder, database: database)
    }
  }

  @Test("A response is cached until something changes")
  func again() async throws {
    let site = try await makeSite()
    let first = try await site.send(.get, "/api/memos")
    let second = try await site.send(.get, "/api/memos")
    #expect(questions.value == 1)
    #expect(second.body == first.body)
    #expect(second.headers["Content-Type"] == "application/json")
    let tag = try #require(second.headers["ETag"])
    #expect(
      try await site.send(.get, "/api/memos", headers: ["If-None-Match": tag]).status
        == .notModified)
    _ = try await site.database.modify(id: Recording.mock.id) { $0.title = "Other" }
    revision.setValue(2)
    #expect(try await site.send(.get, "/api/memos").text.contains("Other"))
    #expect(questions.value == 2)
    _ = try await site.send(.get, "/api/memos?limit=1")
    #expect(questions.value == 3, "another question")
  }

  @Test("Without a revision, the library is read each time")
  func unknown() async throws {
    revision.setValue(nil)
    let site = try await makeSite()
    for _ in 0..<2 { _ = try await site.send(.get, "/api/memos") }
    #expect(questions.value == 2)
  }

  @Test("A cached response is sent only to clients with access")
  func scopes() async throws {
    let site = try await makeSite()
    #expect(try await site.send(.get, "/api/memos").status == .ok)
    let writer = try await TestSite.token(for: site.database, named: "writer", scopes: [.write])
    let denied = try await site.send(
      .get, "/api/memos", headers: ["Authorization": "Bearer \(writer)"])
    #expect(denied.status == .forbidden)
  }

  @Test(
    "Audio is sent again in other ranges while its file and memo are unchanged")
  func sounds() async throws {
    let site = try await makeSite()
    let file = site.folder.audioFile(named: Recording.mock.audio.fileName)
    try Data("some sound".utf8).write(to: file)
    let target = "/api/memos/\(Recording.mock.id.rawValue.uuidString.lowercased())/audio"
    #expect(try await site.send(.get, target).text == "some sound")
    let asked = questions.value
    #expect(try await site.send(.get, target, headers: ["Range": "bytes=5-"]).text == "sound")
    #expect(questions.value == asked, "where it is was known")
    let writer = try await TestSite.token(for: site.database, named: "writer", scopes: [.write])
    let denied = try await site.send(
      .get, target, headers: ["Authorization": "Bearer \(writer)"])
    #expect(denied.status == .forbidden)
    try FileManager.default.removeItem(at: file)
    #expect(try await site.send(.get, target).status == .notFound)
    try Data("some sound".utf8).write(to: file)
    try await site.database.trash(ids: [Recording.mock.id], at: TestSite.now)
    let id = Recording.mock.id.rawValue.uuidString.lowercased()
    let deleted = try await site.send(.post, "/api/memos/delete", json: #"{"ids":["\#(id)"]}"#)
    #expect(deleted.status == .ok, "\(deleted.text)")
    try Data("some sound".utf8).write(to: file)
    revision.setValue(2)
    let gone = try await site.send(.get, target)
    #expect(gone.status == .notFound, "\(gone.text)")
  }

  @Test("A revoked token is refused at once, even if cached")
  func revoked() async throws {
    let site = try await makeSite()
    let token = try await TestSite.token(for: site.database, named: "gone", scopes: [.read])
    let headers: HTTPHeaders = ["Authorization": "Bearer \(token)"]
    for _ in 0..<3 {
      #expect(try await site.send(.get, "/api/memos", headers: headers).status == .ok)
    }
    _ = try await site.database.access.removeToken(name: "gone")
    revision.setValue(2)
    #expect(try await site.send(.get, "/api/memos", headers: headers).status == .unauthorized)
  }
}
