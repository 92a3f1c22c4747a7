import AudioMiddleware
public import DatabaseClient
import Dependencies
public import HTTPMessages
public import HostedLibraries
import LibraryFolder
import MiddlewareHelpers
public import ServerRouter

/// Serves the job queue of all libraries to remote transcribers, which prove each job by its claim.
public struct QueueMiddleware: Sendable {
  private let hosted: HostedLibraries
  private let news: JobNotifications

  @Dependency(\.date.now) private var now

  public init(_ hosted: HostedLibraries, news: JobNotifications) {
    self.hosted = hosted
    self.news = news
  }

  public func claim(_ wanted: ClaimRequest) async throws -> HTTPResponse {
    guard let jobs = wanted.jobs
    else { throw ServerProblem.invalidRequest("'except' must contain job ids") }
    let claim = try await hosted.queue.claim(except: jobs)
    var response = try HTTPResponse.json(ClaimReply(claim: claim.map(ClaimValue.init)))
    response.headers["Cache-Control"] = "private, no-store"
    return response
  }

  public func listen() -> HTTPResponse {
    let stream = news.stream()
    return .events {
      var iterator = stream.makeAsyncIterator()
      return await iterator.next().map { $0[...] }
    }
  }

  /// - Throws: ``ServerProblem`` with status 410 if the claim is not valid.
  public func respond(
    to route: ClaimedJobRoute, claim proof: ClaimProof, _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    do {
      return try await done(route, proof, request)
    } catch DatabaseError.notFound {
      throw ServerProblem(
        .gone, .invalidClaim,
        detail: """
          the claim is not valid for this job: the job was completed, canceled, or claimed by \
          another transcriber
          """)
    }
  }

  private func done(
    _ route: ClaimedJobRoute, _ proof: ClaimProof, _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    let queue = hosted.queue
    switch route {
    case .append(let kept):
      try await queue.append(
        segments: kept.segments, to: proof, checkpoint: kept.checkpoint, progress: kept.progress)
      return .noContent
    case .audio: return try await sound(proof, request)
    case .end(let end):
      try await queue.end(claim: proof, outcome: end.value(at: now))
      return .noContent
    case .memo: return try request.json(try await queue.recording(of: proof))
    case .renew:
      try await queue.renew(claim: proof)
      return .noContent
    case .segments:
      return try request.json(SegmentList(segments: try await queue.keptSegments(of: proof)))
    case .setTitle(let change):
      return try .json(
        TitleReply(
          isChanged: try await queue.setTitle(
            of: proof, title: change.title, replacing: change.was)))
    }
  }

  private func sound(_ proof: ClaimProof, _ request: HTTPRequest) async throws -> HTTPResponse {
    let memo = try await hosted.queue.recording(of: proof)
    let library = try await hosted.library(named: proof.library)
    return try await withDependencies {
      $0.libraryFolder = library.folder
    } operation: {
      try await AudioMiddleware().responder(for: memo).response(to: request)
    }
  }
}
