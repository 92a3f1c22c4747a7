import DatabaseClient
import Foundation
import SharedModels
import TestLibraries
import Testing

struct TakenFileTests {

  @Test("Imported files are recorded, each path once", arguments: TestLibrary.live)
  func processedFiles(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    let (first, second) = (
      ProcessedFile(path: "/b.wav", byteCount: 1, modifiedAt: .max),
      ProcessedFile(path: "/a.wav", byteCount: 2, modifiedAt: 3, problem: "no audio")
    )
    try await database.saveProcessedFile(file: first)
    try await database.saveProcessedFile(file: second)
    let reopened = try await library.secondClient()
    #expect(try await reopened.processedFiles() == [second, first])
    let later = ProcessedFile(path: "/a.wav", byteCount: 5, modifiedAt: 6)
    try await database.saveProcessedFile(file: later)
    #expect(try await reopened.processedFiles() == [later, first])
  }

  @Test("A memo's job is its newest one, unless that is done", arguments: TestLibrary.live)
  func job(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let database = library.database
    try await database.insert(recording: .fixed(1), job: TranscriptionJob.fixed(1))
    try await database.insert(recording: .fixed(2), job: TranscriptionJob.fixed(2))
    let id = Recording.ID(.fixed(2))
    #expect(try await database.jobs.job(of: id)?.id == TranscriptionJob.fixed(2).id)
    var later = TranscriptionJob.fixed(2)
    later = TranscriptionJob(
      id: TranscriptionJob.ID(.fixed(9)), recordingID: id, createdAt: later.createdAt,
      settings: later.settings)
    try await database.jobs.enqueue(job: later)
    #expect(try await database.jobs.job(of: id)?.id == later.id)
    try await database.jobs.end(id: later.id, outcome: .cancelled)
    #expect(try await database.jobs.job(of: id) == nil)
    #expect(try await database.jobs.job(of: Recording.ID(.fixed(3))) == nil)
  }
}
