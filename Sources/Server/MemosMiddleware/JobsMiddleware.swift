public import DatabaseClient
import Dependencies
public import HTTPMessages
import MiddlewareHelpers
public import ServerRouter
public import SharedModels

public struct JobsMiddleware: Sendable {
  @Dependency(\.database) private var database

  public init() {}

  /// Jobs that are waiting, running or failed.
  public func list(_ request: HTTPRequest) async throws -> HTTPResponse {
    try request.json(try await list(of: database.jobs()))
  }

  public func finished(
    _ wanted: FinishedJobsRequest, _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    try request.json(try await list(of: database.finishedJobs(since: wanted.since)))
  }

  public func current(
    of memo: Recording.ID, _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    _ = try await database.memo(memo)
    return try request.json(CurrentJob(job: try await database.job(of: memo).map(JobValue.init)))
  }

  public func segments(
    of job: TranscriptionJob.ID, _ wanted: SegmentsRequest, _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    try request.json(
      SegmentList(
        segments: try await database.keptSegments(of: job, after: max(wanted.after, 0))))
  }

  public func cancel(_ job: TranscriptionJob.ID) async throws -> HTTPResponse {
    do {
      try await database.endJob(id: job, outcome: .cancelled)
    } catch DatabaseError.notFound {
      throw ServerProblem(
        .notFound, "Not found", detail: "this library has no job with that id")
    }
    return .noContent
  }

  private func list(of jobs: [TranscriptionJob]) async throws -> JobList {
    let ids = jobs.map(\.recordingID)
    let memos = try await database.recordings(matching: RecordingQuery(ids: ids, place: nil))
    let byID = Dictionary(memos.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    return JobList(jobs: jobs.map(JobValue.init), memos: ids.compactMap { byID[$0] })
  }
}
