import AudioFileClient
import AudioFileClientLive
import DatabaseClient
import Dependencies
import Foundation
import HTTPMessages
import SharedModels
import TestLibraries
import TestPostgres
import TestSite
import Testing

/// Uploads whose bytes have all arrived, but whose memo does not exist yet.
struct CompleteUploadTests {
  private let sound = LinkedUploadTests.wav(seconds: 1)

  private func send(
    _ method: HTTPMethod, _ target: String, to site: TestSite, _ headers: HTTPHeaders = [:],
    body: [UInt8] = []
  ) async throws -> TestReply {
    try await withDependencies {
      $0.audioFile = .liveValue
    } operation: {
      try await site.send(method, target, headers: headers, body: body)
    }
  }

  private func begin(at site: TestSite) async throws -> String {
    let reply = try await send(
      .post, "/api/uploads", to: site, ["Upload-Length": "\(sound.count)"])
    return try #require(reply.headers["Location"])
  }

  private func append(
    from offset: Int, to target: String, of site: TestSite
  ) async throws -> TestReply {
    try await send(
      .patch, target, to: site,
      ["Content-Type": "application/offset+octet-stream", "Upload-Offset": "\(offset)"],
      body: Array(sound[offset...]))
  }

  /// The last byte is missing, and no memo was created.
  private func expectIncomplete(_ target: String, of site: TestSite) async throws {
    for method in [HTTPMethod.head, .get] {
      let reply = try await send(method, target, to: site)
      #expect(reply.status == .ok)
      #expect(reply.headers["Upload-Length"] == "\(sound.count)")
      #expect(reply.headers["Upload-Offset"] == "\(sound.count - 1)")
      #expect(reply.headers["Upload-Memo"] == nil)
    }
    #expect(try await site.database.recordings(matching: RecordingQuery()).isEmpty)
  }

  private func expectMemo(_ reply: TestReply, of site: TestSite) async throws {
    let memos = try await site.database.recordings(matching: RecordingQuery())
    #expect(memos.count == 1)
    #expect(reply.status == .noContent)
    #expect(reply.headers["Upload-Memo"] == memos.first?.id.text)
    #expect(reply.headers["Upload-Offset"] == "\(sound.count)")
    let file = try #require(memos.first.map { site.folder.audioFile(named: $0.audio.fileName) })
    #expect(try Data(contentsOf: file) == Data(sound))
  }

  @Test("An upload that was complete when the server stopped finishes with its last byte")
  func finishedLater() async throws {
    let site = try await TestSite(scopes: [.write])
    let target = try await begin(at: site)
    let id = try #require(target.split(separator: "/").last)
    let file = site.folder.uploads.appendingPathComponent("\(id).part")
    try Data(sound).write(to: file)
    try await expectIncomplete(target, of: site)
    let reply = try await append(from: sound.count - 1, to: target, of: site)
    try await expectMemo(reply, of: site)
    // Another request may have asked for the offset before.
    try await expectMemo(append(from: sound.count - 1, to: target, of: site), of: site)
    let early = try await append(from: sound.count - 2, to: target, of: site)
    #expect(early.status == .conflict)
    // The server may also stop before it deletes bytes that are a memo now.
    try Data(sound).write(to: file)
    let again = try await send(.head, target, to: site)
    #expect(again.headers["Upload-Memo"] == reply.headers["Upload-Memo"])
    #expect(!FileManager.default.fileExists(atPath: file.path))
  }

  @Test("An empty request for all bytes finishes an upload, too")
  func finishedWithoutBytes() async throws {
    let site = try await TestSite(scopes: [.write])
    let target = try await begin(at: site)
    let id = try #require(target.split(separator: "/").last)
    try Data(sound).write(to: site.folder.uploads.appendingPathComponent("\(id).part"))
    try await expectMemo(append(from: sound.count, to: target, of: site), of: site)
  }

  @Test("An upload that cannot be imported yet is kept until its last byte is sent again")
  func serverFault() async throws {
    let site = try await TestSite(scopes: [.write])
    let failure = AudioFileError.io(path: "/a", reason: "no descriptor left")
    func failing(
      _ method: HTTPMethod, _ target: String, _ headers: HTTPHeaders
    ) async throws -> TestReply {
      try await withDependencies {
        $0.audioFile = .liveValue
        $0.audioFile.probe = { _ in throw failure }
      } operation: {
        try await site.send(
          method, target,
          headers: headers, body: sound)
      }
    }
    var headers: HTTPHeaders = [
      "Content-Type": "application/offset+octet-stream", "Upload-Length": "\(sound.count)",
    ]
    let begun = try await failing(.post, "/api/uploads", headers)
    #expect(begun.status == .created)
    #expect(begun.headers["Upload-Offset"] == "\(sound.count - 1)")
    #expect(site.visits.value.compactMap(\.failure).count == 1)
    #expect(site.visits.value.first?.failure?.contains("no descriptor left") == true)
    try await expectIncomplete(try #require(begun.headers["Location"]), of: site)

    let target = try await begin(at: site)
    headers["Upload-Offset"] = "0"
    let reply = try await failing(.patch, target, headers)
    #expect(reply.status == .serviceUnavailable)
    #expect(!reply.text.contains("descriptor"))
    #expect(site.visits.value.last?.failure?.contains("no descriptor left") == true)
    try await expectIncomplete(target, of: site)
    try await expectMemo(append(from: sound.count - 1, to: target, of: site), of: site)
  }

  @Test(
    "With a read-only database, an upload has a status, and finishes once writing is possible",
    .enabled(if: TestPostgres.isInstalled, "\(TestPostgres.installHint)"))
  func readOnly() async throws {
    let database = try await TestDatabase(on: .shared())
    try await database.add("a")
    let site = try await TestSite(in: database.libraries.client("a"), scopes: [.write])
    let target = try await begin(at: site)
    try await database.setReadOnly(true)
    let refused = try await append(from: 0, to: target, of: site)
    #expect(refused.status == .serviceUnavailable)
    try await expectIncomplete(target, of: site)
    try await database.setReadOnly(false)
    try await expectMemo(append(from: sound.count - 1, to: target, of: site), of: site)
  }

  @Test(
    "With a read-only database, the data of a new upload is kept until its last byte is sent again",
    .enabled(if: TestPostgres.isInstalled, "\(TestPostgres.installHint)"))
  func readOnlyCreation() async throws {
    let database = try await TestDatabase(on: .shared())
    try await database.add("a")
    let site = try await TestSite(in: database.libraries.client("a"), scopes: [.write])
    try await database.setReadOnly(true)
    let begun = try await send(
      .post, "/api/uploads", to: site,
      [
        "Content-Type": "application/offset+octet-stream", "Upload-Length": "\(sound.count)",
      ], body: sound)
    #expect(begun.status == .created)
    #expect(begun.headers["Upload-Offset"] == "\(sound.count - 1)")
    let target = try #require(begun.headers["Location"])
    try await expectIncomplete(target, of: site)
    try await database.setReadOnly(false)
    try await expectMemo(append(from: sound.count - 1, to: target, of: site), of: site)
  }
}
