import ApiClient
import DatabaseClient
import Foundation
import ServerRouter
import SharedModels
import Tagged

extension JobsClient {
  static func remote(_ server: ServerConnection) -> Self {
    Self(
      job: { id in
        try await server.valueIfFound(.memos(.memo(id, .transcription)), as: CurrentJob.self)?.job?
          .value
      },
      list: { page in
        try await server.jobs(page, JobListRequest(after: page.after)) { .list($0) }
      },
      finished: { since, page in
        try await server.jobs(page, JobListRequest(after: page.after, since: since)) {
          .finished($0)
        }
      },
      keptSegments: { job, count in
        try await server.value(
          .jobs(.segments(job, SegmentsRequest(after: count))), as: SegmentList.self
        ).segments
      },
      enqueue: { job in
        try await server.perform(
          .memos(.memo(job.recordingID, .transcribe(TranscribeRequest(job)))),
          notFound: "the memo")
      },
      claim: { _ in nil },
      append: { _, _, _, _ in throw DatabaseError.notFound("the job") },
      renew: { _ in throw DatabaseError.notFound("the job") },
      end: { id, outcome in
        guard outcome == .cancelled
        else { throw DatabaseError.notFound("the job") }
        try await server.perform(.jobs(.cancel(id)), notFound: "the job")
      })
  }
}

extension ServerConnection {
  fileprivate func jobs(
    _ page: JobPage, _ request: JobListRequest, _ route: (JobListRequest) -> JobsRoute
  ) async throws -> [TranscriptionJob] {
    var request = request
    var jobs: [TranscriptionJob] = []
    while true {
      request.limit = min(page.limit.map { $0 - jobs.count } ?? .max, JobListRequest.maximumLimit)
      let list = try await value(.jobs(route(request)), as: JobList.self)
      jobs += list.jobs.compactMap(\.value)
      guard jobs.count < page.limit ?? .max, let next = list.next.flatMap(UUID.init(uuidString:))
      else { return jobs }
      request.after = TranscriptionJob.ID(next)
    }
  }
}

extension TranscribeRequest {
  fileprivate init(_ job: TranscriptionJob) {
    self.init(
      // Without a language the server would use the one in its settings.
      model: job.model, language: job.settings.language ?? "auto",
      vocabulary: job.settings.vocabulary, job: job.id.text,
      speakers: job.settings.speakers?.text, track: job.settings.track,
      channels: job.settings.channels, quality: job.settings.quality,
      voiceFilter: job.settings.voiceFilter)
  }
}
