import DatabaseClient
import Foundation
import HTTPMessages
import ServerRouter
import SharedModels
import TestSite
import Testing

struct JobsMiddlewareTests {
  private let target = "/api/memos/00000000-0000-0000-0000-000000000001"

  private func makeSite() async throws -> (TestSite, TranscriptionJob) {
    let site = try await TestSite([TranscribedMemo(recording: .mock, transcription: .mock)])
    let job = TranscriptionJob(
      id: TranscriptionJob.ID(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9))),
      recordingID: Recording.mock.id, createdAt: TestSite.now, model: "small",
      settings: TranscriptionSettings(language: "de"))
    try await site.database.jobs.enqueue(job: job)
    return (site, job)
  }

  private func address(_ job: TranscriptionJob) -> String {
    "/api/jobs/\(job.id.rawValue.uuidString.lowercased())"
  }

  @Test("A job has its state, its memo and its partial result")
  func progress() async throws {
    let (site, job) = try await makeSite()
    let list: JobList = try await site.send(.get, "/api/jobs").json()
    #expect(list.jobs.map(\.value) == [job])
    #expect(list.memos.map(\.id) == [Recording.mock.id])
    let claimed = try #require(try await site.database.jobs.claim(among: nil))
    let segments = Array(Transcription.mock.segments.prefix(2))
    try await site.database.jobs.append(
      segments: segments, to: claimed.id, checkpoint: nil, progress: 0.5)
    let current: CurrentJob = try await site.send(.get, "\(target)/job").json()
    #expect(current.job?.value?.state == .running)
    var kept: SegmentList = try await site.send(.get, "\(address(job))/segments").json()
    #expect(kept.segments == segments)
    kept = try await site.send(.get, "\(address(job))/segments?after=1").json()
    #expect(kept.segments == Array(segments.dropFirst()))
  }

  @Test("A canceled job is gone")
  func cancel() async throws {
    let (site, job) = try await makeSite()
    #expect(try await site.send(.delete, address(job)).status == .noContent)
    let current: CurrentJob = try await site.send(.get, "\(target)/job").json()
    #expect(current.job == nil)
    let list: JobList = try await site.send(.get, "/api/jobs").json()
    #expect(list.jobs.isEmpty)
  }

  @Test("Jobs completed since a time are listed, earlier ones are not")
  func finished() async throws {
    let (site, job) = try await makeSite()
    let claimed = try #require(try await site.database.jobs.claim(among: nil))
    try await site.database.jobs.end(
      id: claimed.id,
      outcome: .done(TranscriptionSummary(language: "de", model: "small"), at: TestSite.now))
    var list: JobList = try await site.send(
      .get, "/api/jobs/finished?since=\(TestSite.now.iso8601)"
    ).json()
    #expect(list.jobs.map(\.id) == [job.id.rawValue.uuidString.lowercased()])
    let later = TestSite.now.addingTimeInterval(1)
    list = try await site.send(.get, "/api/jobs/finished?since=\(later.iso8601)").json()
    #expect(list.jobs.isEmpty)
  }
}
