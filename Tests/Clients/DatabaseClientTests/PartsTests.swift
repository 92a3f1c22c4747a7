import DatabaseClient
import Dependencies
import DependenciesMacros
import Foundation
import SharedModels
import Testing

struct PartsTests {
  @Test("Setting the database sets all of its parts")
  func setting() async throws {
    let job = TranscriptionJob(
      id: TranscriptionJob.ID(UUID(1)), recordingID: Recording.mock.id,
      createdAt: Date(timeIntervalSince1970: 0))
    try await withDependencies {
      $0.database = .inMemory(
        [TranscribedMemo(recording: .mock, transcription: .mock)], jobs: [job])
    } operation: {
      @Dependency(\.database.archive) var archive
      @Dependency(\.database.jobs) var jobs
      #expect(try await jobs.list() == [job])
      #expect(try await archive.memos(ids: [Recording.mock.id]).first?.job == job)
      try await jobs.end(id: job.id, outcome: .cancelled)
      #expect(try await jobs.list() == [])
      #expect(try await archive.memos(ids: [Recording.mock.id]).map(\.job) == [nil])
    }
  }

  @Test("Overriding an endpoint of a part leaves the others")
  func overriding() async throws {
    try await withDependencies {
      $0.database = .inMemory()
      $0.database.voices.all = { throw DatabaseError.busy(path: "/database") }
    } operation: {
      @Dependency(\.database.access) var access
      @Dependency(\.database.voices) var voices
      let tokens = try await access.tokens()
      #expect(tokens == [])
      #expect(try await voices.forget(of: nil) == .nothing)
      await #expect(throws: DatabaseError.busy(path: "/database")) { _ = try await voices.all() }
    }
  }

  @Test("Without an override, a test that uses a part fails and names the endpoint")
  func unimplemented() async {
    let database = DatabaseClient.testValue
    await expectIssue("AccessClient.tokens") { _ = try await database.access.tokens() }
    await expectIssue("ArchiveClient.memos") { _ = try await database.archive.memos(ids: []) }
    await expectIssue("HistoryClient.versions") {
      _ = try await database.history.versions(of: Recording.mock.id)
    }
    await expectIssue("JobsClient.list") { _ = try await database.jobs.list() }
    await expectIssue("KeyedRequestsClient.end") {
      try await database.keyedRequests.end(
        request: KeyedRequest(key: "", content: ""), until: .distantPast)
    }
    await expectIssue("VoicesClient.all") { _ = try await database.voices.all() }
    await expectIssue("WebhookEventsClient.webhook") {
      _ = try await database.webhookEvents.webhook()
    }
  }

  private func expectIssue(_ name: String, _ call: () async throws -> Void) async {
    await withKnownIssue {
      await #expect(throws: Unimplemented.self) { try await call() }
    } matching: { issue in
      issue.description.contains("'\(name)'")
    }
  }
}
