import DatabaseClient
import Foundation
import SharedModels
import TestLibraries
import Testing

struct FailedJobTests {
  @Test(
    "A memo keeps its transcript when another transcription fails, which can be dismissed",
    arguments: TestLibrary.live)
  func failingAgain(_ kind: TestLibrary.Kind) async throws {
    let database = try await TestLibrary(kind).database
    try await database.addMemo(1, saying: "old words")
    let memo = Recording.fixed(1).id
    var ids: [TranscriptionJob.ID] = []
    for number in 102...103 as ClosedRange<UInt8> {
      let job = TranscriptionJob(
        id: TranscriptionJob.ID(.fixed(number)), recordingID: memo,
        createdAt: Date(timeIntervalSince1970: Double(number)))
      ids.append(job.id)
      try await database.jobs.enqueue(job: job)
      _ = try await database.jobs.claim(among: nil)
      try await database.jobs.end(
        id: job.id, outcome: .failed(reason: "no engine", at: Date(timeIntervalSince1970: 200)))
      #expect(try await database.recording(id: memo)?.transcription == .done)
      #expect(try await database.jobs.job(of: memo)?.reason == "no engine")
    }
    await #expect(throws: DatabaseError.self, "a later one has replaced it") {
      try await database.jobs.end(id: ids[0], outcome: .cancelled)
    }
    try await database.jobs.end(id: ids[1], outcome: .cancelled)
    #expect(try await database.jobs.job(of: memo) == nil)
    #expect(try await database.jobs.list() == [])
    #expect(try await database.recording(id: memo)?.transcription == .done)
    await #expect(throws: DatabaseError.self) {
      try await database.jobs.end(id: ids[1], outcome: .cancelled)
    }
  }

  @Test("A failed first transcription can be dismissed", arguments: TestLibrary.live)
  func dismissing(_ kind: TestLibrary.Kind) async throws {
    let database = try await TestLibrary(kind).database
    try await database.insert(recording: .fixed(1), job: .fixed(1))
    let job = try #require(try await database.jobs.claim(among: nil))
    try await database.jobs.end(
      id: job.id, outcome: .failed(reason: "no engine", at: Date(timeIntervalSince1970: 3)))
    try await database.jobs.end(id: job.id, outcome: .cancelled)
    #expect(try await database.recording(id: job.recordingID)?.transcription == .cancelled)
    #expect(try await database.jobs.list() == [])
  }
}
