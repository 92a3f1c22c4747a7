import ApiClient
import DatabaseClient
import ServerRouter
import SharedModels
import Tagged

extension JobsClient {
  static func remote(_ server: ServerConnection) -> Self {
    Self(
      job: { id in
        try await server.valueIfFound(.memos(.memo(id, .job)), as: CurrentJob.self)?.job?.value
      },
      list: {
        try await server.value(.jobs(.list), as: JobList.self).jobs.compactMap(\.value)
      },
      finished: { since in
        try await server.value(
          .jobs(.finished(since: since)), as: JobList.self
        ).jobs.compactMap(\.value)
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

extension TranscribeRequest {
  fileprivate init(_ job: TranscriptionJob) {
    self.init(
      // Without a language the server would use the one in its settings.
      model: job.model, language: job.settings.language ?? "auto",
      vocabulary: job.settings.vocabulary, job: job.id.text,
      speakers: job.settings.speakers?.text, track: job.settings.track,
      channels: job.settings.channels)
  }
}
