import DatabaseClient
import Foundation
import SharedModels
import TestLibraries
import Testing

/// The number of segments that the engine repaired.
struct RepairTests {
  private let engine = TranscriptionEngine(name: "engine", version: "2")

  @Test(
    "The repair count is stored with the transcript, summed, and archived",
    arguments: TestLibrary.all, TestLibrary.all)
  func repairs(kind: TestLibrary.Kind, otherKind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind).database
    try await library.addMemo(4, saying: "of an engine that does not tell")
    for (number, repairs) in [(1, 0), (2, 3), (3, 4)] as [(UInt8, Int)] {
      try await library.insert(recording: .fixed(number), job: .fixed(number))
      let job = try #require(try await library.jobs.claim(among: nil))
      try await library.jobs.end(
        id: job.id,
        outcome: .done(
          TranscriptionSummary(
            details: TranscriptionDetails(hasFaintSpeech: repairs > 3), engine: engine,
            model: "base", repairs: repairs),
          at: Date(timeIntervalSince1970: 1)))
      let transcription = try await library.transcription(of: job.recordingID)
      #expect(transcription?.repairs == repairs)
      #expect(transcription?.details.hasFaintSpeech == (repairs > 3))
    }
    #expect(
      try await library.repairs()
        == RepairStatistics(memoCount: 3, repairedMemoCount: 2, repairCount: 7))
    let ids = [Recording.ID(.fixed(2)), Recording.ID(.fixed(3))]
    let copy = try await TestLibrary(otherKind).database
    _ = try await copy.archive.adopt(memos: try await library.archive.memos(ids: ids))
    #expect(try await copy.transcription(of: ids[0])?.repairs == 3)
    #expect(try await copy.transcription(of: ids[1])?.details.hasFaintSpeech == true)
    try await library.trash(ids: [ids[0]], at: Date(timeIntervalSince1970: 2))
    #expect(
      try await library.repairs()
        == RepairStatistics(memoCount: 2, repairedMemoCount: 1, repairCount: 4))
  }
}
