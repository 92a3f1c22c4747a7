import DatabaseClient
import Dependencies
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
    let current: CurrentJob = try await site.send(.get, "\(target)/transcription").json()
    #expect(current.job?.value?.state == .running)
    var kept: SegmentList = try await site.send(.get, "\(address(job))/segments").json()
    #expect(kept.segments == segments)
    kept = try await site.send(.get, "\(address(job))/segments?after=1").json()
    #expect(kept.segments == Array(segments.dropFirst()))
  }

  @Test("Jobs are listed in pages, also while they end")
  func pages() async throws {
    let memos = (1...5).map { number in
      var recording = Recording.preview(
        id: Recording.ID(UUID(number)), title: "Memo \(number)",
        date: Date(timeIntervalSince1970: Double(number)))
      recording.audio.sha256 = "\(number)"
      return TranscribedMemo(recording: recording, transcription: .mock)
    }
    let site = try await TestSite(memos)
    for memo in memos {
      try await site.database.jobs.enqueue(
        job: TranscriptionJob(
          id: TranscriptionJob.ID(memo.recording.id.rawValue), recordingID: memo.recording.id,
          createdAt: TestSite.now))
    }
    func page(_ target: String) async throws -> JobList {
      try await site.send(.get, target).json()
    }
    let first = try await page("/api/jobs?limit=2")
    #expect(first.memos.map(\.title) == ["Memo 1", "Memo 2"])
    #expect(first.jobs.map(\.memo) == first.memos.map(\.id.text))
    for number in 1...4 {
      let job = try #require(try await site.database.jobs.claim(among: nil))
      try await site.database.jobs.end(
        id: job.id,
        outcome: .done(
          TranscriptionSummary(language: "de", model: "small"),
          at: TestSite.now.addingTimeInterval(Double(number))))
    }
    let second = try await page("/api/jobs?limit=2&after=\(try #require(first.next))")
    #expect(second.memos.map(\.title) == ["Memo 5"])
    #expect(second.next == nil)
    var titles: [String] = []
    var list = try await page("/api/jobs/finished?limit=3")
    titles += list.memos.map(\.title)
    list = try await page("/api/jobs/finished?limit=3&after=\(try #require(list.next))")
    titles += list.memos.map(\.title)
    #expect(titles == ["Memo 4", "Memo 3", "Memo 2", "Memo 1"])
    #expect(list.next == nil)
    for target in ["/api/jobs", "/api/jobs/finished"] {
      let reply = try await site.send(
        .get, "\(target)?after=00000000-0000-0000-0000-000000000099")
      #expect(reply.status == .badRequest)
      #expect(reply.text.contains("'after'"))
    }
  }

  @Test("A canceled job is gone")
  func cancel() async throws {
    let (site, job) = try await makeSite()
    #expect(try await site.send(.delete, address(job)).status == .noContent)
    let current: CurrentJob = try await site.send(.get, "\(target)/transcription").json()
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
