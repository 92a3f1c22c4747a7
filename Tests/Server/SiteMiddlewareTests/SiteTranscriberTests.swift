import AudioFileClient
import Clocks
import DatabaseClient
import Dependencies
import Foundation
import HTTPMessages
import LibraryFolder
import MetricsMiddleware
import SharedModels
import SpeechClient
import TestSite
import Testing

@testable import SiteMiddleware

struct SiteTranscriberTests {
  @Test("The audio of a library's jobs is in its metrics")
  func speech() async throws {
    let database = DatabaseClient.inMemory()
    var memo = Recording.mock
    memo.transcription = .queued
    let job = TranscriptionJob(
      id: TranscriptionJob.ID(UUID()), recordingID: memo.id, createdAt: TestSite.now)
    try await database.insert(recording: memo, job: job)
    let library = SiteConfig.Library(.testValue, database: database)
    let changes = database.changes()
    let task = withDependencies {
      $0.audioFile = .simulated()
      $0.continuousClock = TestClock()
      $0.date = .constant(TestSite.now)
      $0.speechClient = .scripted([
        .segment(Segment(start: .zero, end: .seconds(2), text: "Yes.")),
        .finished(TranscriptionSummary(language: "en")),
      ])
    } operation: {
      Task { try await SiteTranscriber(library).run { _ in } }
    }
    for await _ in changes {
      if try await database.transcription(of: memo.id) != nil { break }
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    let page = try await withDependencies {
      $0.database = database
      $0.date = .constant(TestSite.now)
    } operation: {
      try await MetricsMiddleware(library.usage).get()
    }
    guard case .bytes(let bytes) = page.content
    else {
      Issue.record("\(page)")
      return
    }
    #expect(String(decoding: bytes, as: UTF8.self).contains("speechmemo_speech_seconds_total 2\n"))
  }
}
