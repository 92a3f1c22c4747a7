import DatabaseClient
import Foundation
import SharedModels

extension PostgresLibrary {
  func claimJob(among ids: Set<Recording.ID>?) async throws -> TranscriptionJob? {
    let owner = UUID()
    let heldIDs = held.withLock(\.ids)
    let job = try await write(notification: .nothing) { [libraries] session in
      let job = try session.claimJob(among: ids, for: owner, except: heldIDs)
      // Announcing a failed claim would make all listeners try and announce theirs.
      if job != nil { libraries.notify(.changed, of: session.library, in: session.transaction) }
      return job
    }
    if let job { held.withLock { $0.hold(job.id, for: owner) } }
    return job
  }

  func append(
    _ segments: [Segment], to id: TranscriptionJob.ID, checkpoint: TranscriptionCheckpoint?,
    progress: Double
  ) async throws {
    try await asOwner(of: id) { owner in
      try await append(
        segments, to: id, claimedFor: owner, checkpoint: checkpoint, progress: progress)
    }
  }

  func renewJob(_ id: TranscriptionJob.ID) async throws {
    try await asOwner(of: id) { try await renewJob(id, claimedFor: $0) }
  }

  func end(_ id: TranscriptionJob.ID, _ outcome: TranscriptionJob.Outcome) async throws {
    guard outcome != .cancelled
    else {
      return try await release(id, ending: outcome) {
        try await changeMemo(of: id) { try $0.end($0.openJob(id), outcome) }
      }
    }
    try await asOwner(of: id, ending: outcome) { try await end(id, claimedFor: $0, outcome) }
  }

  func append(
    _ segments: [Segment], to id: TranscriptionJob.ID, claimedFor owner: UUID,
    checkpoint: TranscriptionCheckpoint?, progress: Double
  ) async throws {
    try await changeMemo(of: id) { session in
      try session.append(
        segments, to: id, claimedFor: owner, checkpoint: checkpoint, progress: progress)
    }
  }

  func renewJob(_ id: TranscriptionJob.ID, claimedFor owner: UUID) async throws {
    try await write(notification: .nothing) { try $0.renewJob(id, claimedFor: owner) }
  }

  func end(
    _ id: TranscriptionJob.ID, claimedFor owner: UUID, _ outcome: TranscriptionJob.Outcome
  ) async throws {
    try await changeMemo(of: id) { try $0.end(id, claimedFor: owner, outcome) }
  }

  private func asOwner(
    of id: TranscriptionJob.ID, ending outcome: TranscriptionJob.Outcome? = nil,
    _ work: (UUID) async throws -> Void
  ) async throws {
    let owner = try held.withLock { try $0.owner(of: id) }
    try await release(id, ending: outcome) { try await work(owner) }
  }

  private func release(
    _ id: TranscriptionJob.ID, ending outcome: TranscriptionJob.Outcome?,
    _ work: () async throws -> Void
  ) async throws {
    let result = await Result { try await work() }
    let error: (any Error)? = if case .failure(let error) = result { error } else { nil }
    held.withLock { $0.release(id, after: error, ending: outcome) }
    try result.get()
  }

  func accessToken(sha256: String, usedAt date: Date) async throws -> AccessToken? {
    let token = try await read { try $0.accessToken(sha256: sha256) }
    guard var token, token.shouldRecordUse(at: date)
    else { return token }
    do {
      try await write(notification: .nothing) { try $0.recordUse(ofTokenWith: sha256, at: date) }
      token.lastUsedAt = date
    } catch is DatabaseError {
      // Reading must work even if nothing can be written.
    }
    return token
  }
}
