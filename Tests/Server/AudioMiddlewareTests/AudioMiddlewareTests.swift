import DatabaseClient
import Foundation
import HTTPMessages
import ServerRouter
import SharedModels
import TestSite
import Testing

struct AudioMiddlewareTests {
  private let sound = Array("RIFF, and then some sound".utf8)
  private let target = "/api/memos/00000000-0000-0000-0000-000000000001/audio"

  private func makeSite() async throws -> TestSite {
    let site = try await TestSite([TranscribedMemo(recording: .mock, transcription: .mock)])
    try Data(sound).write(to: site.folder.audioFile(named: Recording.mock.audio.fileName))
    return site
  }

  @Test("Audio is sent unchanged, with its content type")
  func whole() async throws {
    let reply = try await makeSite().send(.get, target)
    #expect(reply.status == .ok)
    #expect(reply.body == sound)
    #expect(reply.headers["Content-Type"] == "audio/wav")
    #expect(reply.headers["Accept-Ranges"] == "bytes")
    #expect(reply.headers["ETag"] == "\"\(Recording.mock.audio.sha256)\"")
  }

  @Test("A range is sent if the client's other bytes are unchanged")
  func ranges() async throws {
    let site = try await makeSite()
    let part = try await site.send(.get, target, headers: ["Range": "bytes=6-8"])
    #expect(part.status == .partialContent)
    #expect(part.text == "and")
    #expect(part.headers["Content-Range"] == "bytes 6-8/\(sound.count)")
    let same = try await site.send(
      .get, target,
      headers: ["Range": "bytes=-5", "If-Range": "\"\(Recording.mock.audio.sha256)\""])
    #expect(same.text == "sound")
    let other = try await site.send(
      .get, target, headers: ["Range": "bytes=-5", "If-Range": "\"other\""])
    #expect(other.status == .ok)
    #expect(other.body == sound)
    let head = try await site.send(.head, target, headers: ["Range": "bytes=6-8"])
    #expect(head.status == .ok, "ranges are for GET alone")
    #expect(head.headers["Content-Range"] == nil)
    let behind = try await site.send(.get, target, headers: ["Range": "bytes=100-"])
    #expect(behind.status == .rangeNotSatisfiable)
    #expect(behind.headers["Content-Range"] == "bytes */\(sound.count)")
  }

  @Test("A client with the current audio receives 304")
  func notModified() async throws {
    let reply = try await makeSite().send(
      .get, target, headers: ["If-None-Match": "\"\(Recording.mock.audio.sha256)\""])
    #expect(reply.status == .notModified)
    #expect(reply.body.isEmpty)
  }

  @Test("Missing audio and names outside the folder are not found")
  func missing() async throws {
    let site = try await TestSite([TranscribedMemo(recording: .mock, transcription: .mock)])
    #expect(try await site.send(.get, target).status == .notFound)
    var stranger = Recording.preview(
      id: Recording.ID(.init(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2))))
    stranger.audio.fileName = "../secret"
    try Data("secret".utf8).write(to: site.folder.root.appendingPathComponent("secret"))
    try await site.database.insert(recording: stranger, job: nil)
    let reply = try await site.send(
      .get, "/api/memos/00000000-0000-0000-0000-000000000002/audio")
    #expect(reply.status == .notFound)
    #expect(try reply.json(ServerProblem.self).title == "No audio")
  }
}
