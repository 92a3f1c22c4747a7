import DatabaseClient
import Foundation
import HTTPMessages
import ServerRouter
import SharedModels
import TestSite
import Testing

struct SeveralMemosTests {
  private static func id(_ number: UInt8) -> Recording.ID {
    Recording.ID(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, number)))
  }

  private static func memo(_ number: UInt8, sha256: String? = nil) -> TranscribedMemo {
    var recording = Recording.preview(id: id(number), title: "Memo \(number)")
    recording.audio.sha256 = sha256 ?? recording.audio.sha256
    return TranscribedMemo(recording: recording, transcription: .mock)
  }

  private func body(_ numbers: UInt8...) throws -> String {
    let ids = MemoIDs(numbers.map(Self.id))
    return String(decoding: try JSONEncoder.speechMemo.encode(ids), as: UTF8.self)
  }

  private func statuses(_ reply: TestReply) throws -> [Int] {
    let outcomes: MemoOutcomes = try reply.json()
    return outcomes.items.map(\.status.rawValue)
  }

  @Test("Trashing and restoring report each memo, in the order of the request")
  func trash() async throws {
    let site = try await TestSite((1...2).map { Self.memo($0) })
    for action in ["trash", "trash", "restore", "restore"] {
      let reply = try await site.send(
        .post, "/api/memos/\(action)", json: try body(2, 9, 1))
      let outcomes: MemoOutcomes = try reply.json()
      #expect(outcomes.items.map(\.id) == [2, 9, 1].map(Self.id))
      #expect(try statuses(reply) == [200, 404, 200], "\(action)")
      #expect(outcomes.items.map { $0.detail != nil } == [false, true, false])
    }
    #expect(try statuses(try await site.send(.post, "/api/memos/trash", json: try body())) == [])
  }

  @Test("Deleting reports memos outside the trash and unknown ones, and deletes the others")
  func delete() async throws {
    let site = try await TestSite((1...2).map { Self.memo($0) })
    try await site.database.trash(ids: [Self.id(2)], at: TestSite.now)
    let reply = try await site.send(.post, "/api/memos/delete", json: try body(1, 2, 9))
    #expect(reply.status == .ok)
    #expect(try statuses(reply) == [409, 200, 404])
    let deleted: DeletedMemos = try reply.json()
    #expect(deleted.memos.map(\.id) == [Self.id(2)])
    #expect(deleted.items.first?.detail?.contains("not in the trash") == true)
    #expect(try await site.database.recording(id: Self.id(1)) != nil)
  }

  @Test("A memo that can't be restored is named, and nothing is restored")
  func duplicate() async throws {
    let site = try await TestSite((1...2).map { Self.memo($0, sha256: "ab\($0)") })
    try await site.database.trash(ids: [Self.id(1), Self.id(2)], at: TestSite.now)
    try await site.database.insertTranscribed(memos: [Self.memo(3, sha256: "ab2")])
    let reply = try await site.send(.post, "/api/memos/restore", json: try body(1, 2))
    #expect(reply.status == .conflict && reply.text.contains(Self.id(2).text), "\(reply.text)")
    let library = try await site.database.recordings(matching: RecordingQuery())
    #expect(library.map(\.id) == [Self.id(3)])
  }
}
