import DatabaseClient

extension JobsClient {
  static func live(_ library: some SQLLibrary) -> Self {
    Self(
      job: { id in try await library.read { try $0.job(of: id) } },
      list: { page in try await library.read { try $0.jobs(page) } },
      finished: { date, page in
        try await library.read { try $0.finishedJobs(since: date, page) }
      },
      keptSegments: { id, count in
        try await library.read { try $0.keptSegments(of: id, after: count) }
      },
      enqueue: { job in try await library.change([job.recordingID]) { try $0.enqueue(job) } },
      claim: { ids in try await library.claimJob(among: ids) },
      append: { segments, id, checkpoint, progress in
        try await library.append(segments, to: id, checkpoint: checkpoint, progress: progress)
      },
      renew: { id in try await library.renewJob(id) },
      end: { id, outcome in try await library.end(id, outcome) })
  }
}
