import AudioFileClient
import AudioFileClientLive
import DatabaseClient
import Dependencies
import Foundation
import HTTPMessages
import ServerRouter
import SharedModels
import SpeechClient
import TestSite
import Testing

/// Memos that are sent with one form.
struct MemoFormTests {
  private let sound = LinkedUploadTests.wav(seconds: 1)

  private func send(
    _ fields: [(String, String)] = [], to site: TestSite, files: [[UInt8]]? = nil,
    end: String = "--X--\r\n"
  ) async throws -> TestReply {
    var bytes: [UInt8] = []
    for file in files ?? [sound] {
      bytes += Array("--X\r\nContent-Disposition: form-data; name=\"file\"; ".utf8)
      bytes += Array("filename=\"Talk 1.wav\"\r\nContent-Type: audio/wav\r\n\r\n".utf8)
      bytes += file + Array("\r\n".utf8)
    }
    for (name, value) in fields {
      bytes += Array("--X\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n".utf8)
      bytes += Array("\(value)\r\n".utf8)
    }
    bytes += Array(end.utf8)
    return try await withDependencies {
      $0.audioFile = .liveValue
      $0.speechClient.engineStatus = {
        SpeechEngineStatus(
          model: "tiny.en",
          models: [
            SpeechModel(name: "tiny.en", folder: "/t", languages: ["en"]),
            SpeechModel(name: "base", folder: "/b", languages: ["de", "en"]),
          ])
      }
    } operation: {
      try await site.send(
        .post, "/api/memos", headers: ["Content-Type": "multipart/form-data; boundary=X"],
        body: bytes)
    }
  }

  private func expectNothing(in site: TestSite) async throws {
    #expect(try await site.database.recordings(matching: RecordingQuery(place: nil)).isEmpty)
    #expect(try await site.database.jobs.list().isEmpty)
    #expect(try FileManager.default.contentsOfDirectory(atPath: site.folder.audio.path).isEmpty)
  }

  @Test("A form becomes a memo with its details and a job")
  func memo() async throws {
    let site = try await TestSite(scopes: [.write])
    let reply = try await send(
      [
        ("title", "Planning"), ("tags", "work, team,WORK"), ("tags", "ä"), ("language", "de"),
        ("model", "base"), ("date", "2026-01-02T03:04:05Z"), ("favorite", "true"),
        ("vocabulary", "Anna"), ("speakers", "2"), ("quality", "best"), ("voice-filter", "low"),
      ], to: site)
    #expect(reply.status == .created, "\(reply.text)")
    let memos = try await site.database.recordings(matching: RecordingQuery())
    let memo = try #require(memos.first)
    #expect(memos.count == 1)
    #expect(try reply.json() == memo)
    #expect(reply.headers["Location"] == "/api/memos/\(memo.id.text)")
    #expect(memo.title == "Planning")
    #expect(memo.tags == ["work", "team", "ä"])
    #expect(memo.date.iso8601 == "2026-01-02T03:04:05Z")
    #expect(memo.isFavorite)
    #expect(memo.provenance.originalFileName == "Talk 1.wav")
    let job = try #require(try await site.database.jobs.list().first)
    #expect(job.model == "base")
    #expect(job.settings.language == "de")
    #expect(job.settings.vocabulary == "Anna")
    #expect(job.settings.quality == .best && job.settings.voiceFilter == .low)
    #expect(job.settings.speakers?.count == 2)
    let file = site.folder.audioFile(named: memo.audio.fileName)
    #expect(try Data(contentsOf: file) == Data(sound))
  }

  @Test("The file alone suffices, blank fields count as missing, and no transcript may be wanted")
  func defaults() async throws {
    let site = try await TestSite(scopes: [.write])
    let reply = try await send([("title", " "), ("date", ""), ("transcript", "false")], to: site)
    #expect(reply.status == .created, "\(reply.text)")
    #expect(try reply.json(Recording.self).title == "Talk 1")
    #expect(try await site.database.jobs.list().isEmpty)
  }

  @Test("Values that are true or false may be written as Python does")
  func flags() async throws {
    let site = try await TestSite(scopes: [.write])
    let reply = try await send([("favorite", "True"), ("transcript", "False")], to: site)
    #expect(reply.status == .created, "\(reply.text)")
    #expect(try reply.json(Recording.self).isFavorite)
    #expect(try await site.database.jobs.list().isEmpty)
  }

  @Test("The same audio again returns the memo that has it")
  func twice() async throws {
    let site = try await TestSite(scopes: [.write])
    let first = try await send([("title", "One")], to: site)
    let second = try await send([("title", "Two")], to: site)
    #expect(second.status == .ok)
    #expect(second.headers["Location"] == first.headers["Location"])
    #expect(try second.json(Recording.self).title == "One")
    #expect(try await site.database.recordings(matching: RecordingQuery()).count == 1)
    let names = try FileManager.default.contentsOfDirectory(atPath: site.folder.audio.path)
    #expect(names.count == 1)
  }

  @Test(
    "A wrong field is named, and nothing is kept",
    arguments: [
      ("date", "yesterday"), ("original-date", "2026"), ("favorite", "yes"), ("channels", "2"),
      ("transcript", "no"), ("track", "0"), ("speakers", "many"), ("time-zone", "Mars/North"),
      ("model", "huge"), ("language", "de"), ("quality", "good"), ("voice-filter", "on"),
      ("titel", "x"),
      ("title", String(repeating: "x", count: 1 << 17)),
    ])
  func wrong(name: String, value: String) async throws {
    let site = try await TestSite(scopes: [.write])
    let reply = try await send([(name, value)], to: site)
    #expect(reply.status == .badRequest)
    #expect(try reply.json(ServerProblem.self).detail.contains("'\(name)'"), "\(reply.text)")
    try await expectNothing(in: site)
  }

  @Test("A form without a file, with two, or cut off is refused")
  func incomplete() async throws {
    let site = try await TestSite(scopes: [.write])
    for (reply, reason) in [
      (try await send([("title", "x")], to: site, files: []), "'file'"),
      (try await send(to: site, files: [sound, sound]), "'file'"),
      (try await send([("title", "x"), ("title", "y")], to: site), "'title'"),
      (try await send(to: site, end: ""), "ends"),
      (
        try await site.send(.post, "/api/memos", json: #"{"title":"x"}"#), "multipart/form-data"
      ),
    ] {
      #expect(reply.status == .badRequest)
      #expect(try reply.json(ServerProblem.self).detail.contains(reason), "\(reply.text)")
    }
    try await expectNothing(in: site)
  }

  @Test("A file that is not audio is refused with its own name")
  func notAudio() async throws {
    let site = try await TestSite(scopes: [.write])
    let reply = try await send(to: site, files: [Array("no sound".utf8)])
    #expect(reply.status == .unprocessableContent)
    #expect(try reply.json(ServerProblem.self).detail.contains("Talk 1.wav"), "\(reply.text)")
    #expect(!reply.text.contains("/proc"))
    try await expectNothing(in: site)
  }
}
