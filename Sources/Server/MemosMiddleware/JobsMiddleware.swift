import DatabaseClient
import Dependencies
public import HTTPMessages
import MiddlewareHelpers
public import ServerRouter
public import SharedModels

public struct JobsMiddleware: Sendable {
  @Dependency(\.database) private var database

  public init() {}

  public func respond(
    to route: JobsRoute, _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    switch route {
    case .cancel(let job):
      do {
        try await database.jobs.end(id: job, outcome: .cancelled)
      } catch DatabaseError.notFound {
        throw ServerProblem.notFound("this library has no job with that id")
      }
      return .noContent
    case .finished(let since):
      return try request.json(try await list(of: database.jobs.finished(since: since)))
    case .list: return try request.json(try await list(of: database.jobs.list()))
    case .segments(let job, let wanted):
      let segments = try await database.jobs.keptSegments(of: job, after: max(wanted.after, 0))
      return try request.json(SegmentList(segments: segments))
    }
  }

  public func current(
    of memo: Recording.ID, _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    _ = try await database.memo(memo)
    return try request.json(
      CurrentJob(job: try await database.jobs.job(of: memo).map(JobValue.init)))
  }

  private func list(of jobs: [TranscriptionJob]) async throws -> JobList {
    let ids = jobs.map(\.recordingID)
    let memos = try await database.recordings(matching: RecordingQuery(ids: ids, place: nil))
    let byID = Dictionary(memos.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    return JobList(jobs: jobs.map(JobValue.init), memos: ids.compactMap { byID[$0] })
  }
}
