import DatabaseClient
import Foundation
import HTTPMessages
import ServerRouter
import SharedModels
import TestSite
import Testing

struct VersionsMiddlewareTests {
  private let target = "/api/memos/00000000-0000-0000-0000-000000000001/versions"

  private func makeEditedSite() async throws -> TestSite {
    let site = try await TestSite([TranscribedMemo(recording: .mock, transcription: .mock)])
    let edit = try #require(
      Transcription.mock.edit(text: Transcription.mock.text + " Indeed.", at: TestSite.now))
    try await site.database.editTranscription(id: Transcription.mock.id, with: edit)
    return site
  }

  @Test("Versions are listed with their authors, dates, and the current one")
  func list() async throws {
    let site = try await makeEditedSite()
    let reply = try await site.send(.get, target)
    let list = try JSONDecoder.speechMemo.decode(VersionList.self, from: Data(reply.text.utf8))
    #expect(list.versions.map(\.author) == [.engine, .user])
    #expect(list.versions.map(\.model) == [Transcription.mock.model, nil])
    #expect(list.versions.map(\.date) == [Transcription.mock.createdAt, TestSite.now])
    #expect(list.versions.map(\.isCurrent) == [false, true])
    let count = Transcription.mock.wordCount
    #expect(list.versions.map(\.words) == [count, count + 1])
    let last = try await site.send(.get, "/api/edits/last")
    #expect(last.text.contains(#""memo":"00000000-0000-0000-0000-000000000001""#), "\(last.text)")
  }

  @Test("A version is read and restored, and restoring adds a version")
  func restore() async throws {
    let site = try await makeEditedSite()
    let old = try await site.send(.get, "\(target)/1")
    #expect(
      try JSONDecoder.speechMemo.decode(Transcription.self, from: Data(old.text.utf8)).text
        == Transcription.mock.text)
    let reply = try await site.send(.post, "\(target)/1/restore", json: #"{"current":2}"#)
    #expect(reply.status == .ok)
    let list = try JSONDecoder.speechMemo.decode(VersionList.self, from: Data(reply.text.utf8))
    #expect(list.versions.map(\.restored) == [nil, nil, 1])
    #expect(
      try await site.database.transcription(of: Recording.mock.id)?.text == Transcription.mock.text)
    #expect(try await site.send(.get, "/api/edits/last").text == "{}")
  }

  @Test("A text that has changed since is not replaced, and an unknown version is a 404")
  func refusals() async throws {
    let site = try await makeEditedSite()
    let text = try await site.database.transcription(of: Recording.mock.id)?.text
    let outdated = try await site.send(.post, "\(target)/1/restore", json: #"{"current":1}"#)
    #expect(outdated.status == .conflict)
    for (method, path, json) in [
      (.get, "\(target)/3", nil), (.get, "\(target)/\(Int.min)", nil),
      (.post, "\(target)/0/restore", #"{"current":2}"#),
    ] as [(HTTPMethod, String, String?)] {
      let unknown = try await site.send(method, path, json: json)
      #expect(unknown.status == .notFound && unknown.text.contains("has no version"), "\(path)")
    }
    let noMemo = try await site.send(
      .get, "/api/memos/00000000-0000-0000-0000-000000000099/versions")
    #expect(noMemo.status == .notFound && noMemo.text.contains("no memo"))
    #expect(try await site.database.transcription(of: Recording.mock.id)?.text == text)
  }
}
