import ApiClient
public import DatabaseClient
import Dependencies
import HTTPMessages
import HostedLibraries
import ServerRouter
import SharedModels

extension RemoteQueue {
  /// Temporary failures throw `DatabaseError`, permanent ones ``RemoteQueueError`` or `ApiError`.
  public var client: JobQueueClient {
    JobQueueClient(
      claim: { [self] jobs in try await claim(except: jobs) },
      recording: { [self] proof in
        let memo = try await value(.memo, of: proof, as: Recording.self)
        note(memo, proof)
        return memo
      },
      keptSegments: { [self] proof in
        try await value(.segments, of: proof, as: SegmentList.self).segments
      },
      append: { [self] segments, proof, checkpoint, progress in
        let kept = SegmentsToKeep(segments, checkpoint: checkpoint, progress: progress)
        try await perform(.append(kept), of: proof)
      },
      renew: { [self] proof in try await perform(.renew, of: proof) },
      end: { [self] proof, outcome in
        guard let end = JobEnd(outcome)
        else { throw DatabaseError.notFound(proof.job) }
        // The caller stops working on an interrupted job even if this request fails.
        defer { if outcome == .interrupted { discard(proof) } }
        try await perform(.end(end), of: proof)
        discard(proof)
      },
      setTitle: { [self] proof, title, former in
        try await value(.setTitle(TitleChange(title, was: former)), of: proof, as: TitleReply.self)
          .isChanged
      },
      news: { [self] in news() })
  }

  private func claim(except jobs: Set<TranscriptionJob.ID>) async throws -> ClaimedJob? {
    let reply: ClaimReply
    do {
      reply = try await connection.value(.queue(.claim(ClaimRequest(except: jobs))))
    } catch let error as ApiError {
      throw error.claimError(isExpected: hasAnswered)
    }
    markAnswered()
    guard let value = reply.claim
    else { return nil }
    // The library's name becomes a folder name here.
    guard let claim = value.value, (try? HostedLibraries.check(name: claim.library)) != nil
    else {
      throw ApiError.incompatibleServer(
        server: address, reason: "its response could not be decoded")
    }
    note(claim)
    return claim
  }

  private func perform(_ route: ClaimedJobRoute, of proof: ClaimProof) async throws {
    try await withJobErrors(proof) {
      try await connection.perform(.queue(.job(proof, route)), headers: headers(of: proof))
    }
  }

  private func value<Value: Decodable>(
    _ route: ClaimedJobRoute, of proof: ClaimProof, as type: Value.Type
  ) async throws -> Value {
    try await withJobErrors(proof) {
      try await connection.value(.queue(.job(proof, route)), headers: headers(of: proof))
    }
  }

  private func withJobErrors<Value>(
    _ proof: ClaimProof, _ work: () async throws -> Value
  ) async throws -> Value {
    do {
      return try await work()
    } catch let error as ApiError {
      let error = error.jobError(proof.job)
      if case .notFound? = error as? DatabaseError { discard(proof) }
      throw error
    }
  }

  /// Also yields before each connection, because events may have been missed.
  private func news() -> AsyncStream<Void> {
    @Dependency(\.continuousClock) var clock
    return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let work = Task { [clock, connection] in
        var pause = Pause.first
        while !Task.isCancelled {
          continuation.yield()
          do {
            let response = try await connection.response(
              to: .queue(.news), headers: ["Accept": "text/event-stream"])
            for try await _ in try response.body {
              pause = Pause.first
              continuation.yield()
            }
          } catch {
            pause = min(pause * 2, Pause.last)
          }
          guard (try? await clock.sleep(for: pause)) != nil
          else { break }
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in work.cancel() }
    }
  }

  private enum Pause {
    static let first: Duration = .milliseconds(500)
    static let last: Duration = .seconds(10)
  }
}

extension ApiError {
  /// - Parameter isExpected: Whether the server has answered before: the failure may be temporary.
  fileprivate func claimError(isExpected: Bool) -> any Error {
    switch self {
    case .incompatibleServer where isExpected, .unreachable(_, _, isTransient: true): unanswered
    case .unreachable where isExpected, .untrusted where isExpected: unanswered
    case .incompatibleServer, .localOnly, .unreachable, .untrusted: self
    case .problem(let server, let problem):
      switch problem.status {
      case .forbidden: RemoteQueueError.refused(server: server, detail: problem.detail)
      case .notFound: RemoteQueueError.noQueue(server: server)
      case .unauthorized: RemoteQueueError.unknownToken(server: server)
      default: unanswered
      }
    }
  }

  fileprivate func jobError(_ id: TranscriptionJob.ID) -> any Error {
    guard case .problem(_, let problem) = self
    else { return unanswered }
    return switch problem.status {
    case .gone: DatabaseError.notFound(id)
    case .conflict: DatabaseError.conflict("the text")
    // A retry would send the same invalid request.
    case .badRequest, .contentTooLarge, .unprocessableContent: self
    default: unanswered
    }
  }

  private var unanswered: DatabaseError { .noResponse(description) }
}
