import DatabaseClient
import DatabaseClientLive
import Foundation
import SharedModels
import Testing

/// How often the engine has heard something again.
struct RepairTests {
  private let folder: TemporaryFolder
  private let database: DatabaseClient
  private let engine = TranscriptionEngine(name: "engine", version: "2")

  init() throws {
    folder = try TemporaryFolder()
    database = .live(at: folder.database)
  }

  @Test("How often something was heard again is kept with the transcript, counted, and archived")
  func repairs() async throws {
    let memory = DatabaseClient.inMemory()
    for library in [database, memory] {
      try await library.addMemo(4, saying: "of an engine that does not tell")
      for (number, repairs) in [(1, 0), (2, 3), (3, 4)] as [(UInt8, Int)] {
        try await library.insert(recording: .fixed(number), job: .fixed(number))
        let job = try #require(try await library.claimJob(among: nil))
        try await library.endJob(
          id: job.id,
          outcome: .done(
            engine: engine, model: "base", language: nil, repairs: repairs,
            at: Date(timeIntervalSince1970: 1)))
        #expect(try await library.transcription(of: job.recordingID)?.repairs == repairs)
      }
      #expect(
        try await library.repairs()
          == RepairStatistics(memoCount: 3, repairedMemoCount: 2, repairCount: 7))
      let ids = [Recording.ID(.fixed(2))]
      let copy = DatabaseClient.inMemory()
      _ = try await copy.adopt(memos: try await library.archived(ids: ids))
      #expect(try await copy.transcription(of: ids[0])?.repairs == 3)
      try await library.trash(ids: ids, at: Date(timeIntervalSince1970: 2))
      #expect(
        try await library.repairs()
          == RepairStatistics(memoCount: 2, repairedMemoCount: 1, repairCount: 4))
    }
    let file = folder.url.appendingPathComponent("copy.sqlite")
    let copy = DatabaseClient.live(at: file)
    _ = try await copy.adopt(memos: try await database.archived(ids: [Recording.ID(.fixed(3))]))
    #expect(try await copy.transcription(of: Recording.ID(.fixed(3)))?.repairs == 4)
  }
}
