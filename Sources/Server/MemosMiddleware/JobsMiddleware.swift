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
    case .finished(let list):
      return try await reply(to: list, request) {
        try await database.jobs.finished(since: list.since, page: $0)
      }
    case .list(let list):
      return try await reply(to: list, request) { try await database.jobs.list(page: $0) }
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

  private func reply(
    to list: JobListRequest, _ request: HTTPRequest,
    jobs: (JobPage) async throws -> [TranscriptionJob]
  ) async throws -> HTTPResponse {
    let found: [TranscriptionJob]
    do {
      found = try await jobs(JobPage(after: list.after, limit: list.pageLimit + 1))
    } catch DatabaseError.notFound where list.after != nil {
      throw ServerProblem.noPage
    }
    let page = Array(found.prefix(list.pageLimit))
    return try request.json(
      try await self.list(of: page, next: page.count < found.count ? page.last?.id.text : nil))
  }

  private func list(of jobs: [TranscriptionJob], next: String?) async throws -> JobList {
    let ids = jobs.map(\.recordingID)
    let memos = try await database.recordings(matching: RecordingQuery(ids: ids, place: nil))
    let byID = Dictionary(memos.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    return JobList(
      jobs: jobs.map(JobValue.init), memos: ids.compactMap { byID[$0] }, next: next)
  }
}
