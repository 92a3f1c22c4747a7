import DatabaseClient
import DatabaseClientLive
import Foundation
import SharedModels
import Testing

struct TakenFileTests {
  private let folder: TemporaryFolder
  private let database: DatabaseClient

  init() throws {
    folder = try TemporaryFolder()
    database = .live(at: folder.database)
  }

  @Test("Files that were taken are kept in mind, each path once")
  func takenFiles() async throws {
    let (first, second) = (
      TakenFile(path: "/b.wav", byteCount: 1, modifiedAt: .max),
      TakenFile(path: "/a.wav", byteCount: 2, modifiedAt: 3, problem: "no audio")
    )
    try await database.keepTakenFile(file: first)
    try await database.keepTakenFile(file: second)
    let reopened = DatabaseClient.live(at: folder.database)
    #expect(try await reopened.takenFiles() == [second, first])
    let later = TakenFile(path: "/a.wav", byteCount: 5, modifiedAt: 6)
    try await database.keepTakenFile(file: later)
    #expect(try await reopened.takenFiles() == [later, first])
  }

  @Test("A memo's job is its newest one, unless that is done")
  func job() async throws {
    try await database.insert(recording: .fixed(1), job: TranscriptionJob.fixed(1))
    try await database.insert(recording: .fixed(2), job: TranscriptionJob.fixed(2))
    let id = Recording.ID(.fixed(2))
    #expect(try await database.job(of: id)?.id == TranscriptionJob.fixed(2).id)
    var later = TranscriptionJob.fixed(2)
    later = TranscriptionJob(
      id: TranscriptionJob.ID(.fixed(9)), recordingID: id, createdAt: later.createdAt,
      settings: later.settings)
    try await database.enqueue(job: later)
    #expect(try await database.job(of: id)?.id == later.id)
    try await database.endJob(id: later.id, outcome: .cancelled)
    #expect(try await database.job(of: id) == nil)
    #expect(try await database.job(of: Recording.ID(.fixed(3))) == nil)
  }
}
