package import DatabaseClient
package import Foundation
package import SharedModels

package protocol SQLLibrary: Sendable {
  associatedtype Session: SQLSession

  var changes: LibraryChanges { get }
  var id: String { get }

  func read<Value: Sendable>(
    for purpose: ReadPurpose, _ work: @escaping @Sendable (Session) throws -> Value
  ) async throws -> Value

  /// Writes in one transaction, which is on disk when this returns. Other programs can be notified.
  func write<Value: Sendable>(
    notifying: Bool, _ work: @escaping @Sendable (Session) throws -> Value
  ) async throws -> Value

  /// Writes, even on a full disk if the library has set space aside.
  func writeOnFullDisk<Value: Sendable>(
    _ work: @escaping @Sendable (Session) throws -> Value
  ) async throws -> Value

  func withHeldJobs<Value: Sendable>(
    _ body: (inout ClaimedJobs) throws -> Value
  ) rethrows -> Value

  func changeStream() -> AsyncStream<LibraryChange>
  func checkFile() throws
  func claimJob(among ids: Set<Recording.ID>?) async throws -> TranscriptionJob?
  func close() async
  func contents(of url: URL) -> DatabaseClient
  func deletePermanently(
    _ ids: [Recording.ID], freeing remove: @escaping @Sendable (Recording) -> Void
  ) async throws -> [Recording]
  func forgetVoices(of name: String?) async throws -> VoiceErasure
  func library(at url: URL) -> DatabaseClient
  func revision() -> Int?
  func snapshot(to url: URL) async throws
}

package enum ReadPurpose: Sendable {
  case integrityCheck
  case request
  case search
  case snapshot
  case statistics
}

extension SQLLibrary {
  func read<Value: Sendable>(
    _ work: @escaping @Sendable (Session) throws -> Value
  ) async throws -> Value {
    try await read(for: .request, work)
  }

  func write<Value: Sendable>(
    _ work: @escaping @Sendable (Session) throws -> Value
  ) async throws -> Value {
    try await write(notifying: true, work)
  }

  package func change<Value: Sendable>(
    _ ids: [Recording.ID], _ work: @escaping @Sendable (Session) throws -> Value
  ) async throws -> Value {
    let value = try await write(work)
    changes.send(.recordings(Set(ids)))
    return value
  }

  func changeOnFullDisk<Value: Sendable>(
    _ ids: [Recording.ID], _ work: @escaping @Sendable (Session) throws -> Value
  ) async throws -> Value {
    let value = try await writeOnFullDisk(work)
    changes.send(.recordings(Set(ids)))
    return value
  }

  package func changeMemo(
    of id: TranscriptionJob.ID, _ work: @escaping @Sendable (Session) throws -> Void
  ) async throws {
    announce(try await memo(of: id, after: work))
  }

  func changeMemo(
    of id: Transcription.ID, _ work: @escaping @Sendable (Session) throws -> Void
  ) async throws {
    announce(
      try await write { session in
        try work(session)
        return try session.recordingID(ofTranscription: id)
      })
  }

  private func memo(
    of id: TranscriptionJob.ID, after work: @escaping @Sendable (Session) throws -> Void
  ) async throws -> Recording.ID? {
    try await write { session in
      try work(session)
      return try session.recordingID(ofJob: id)
    }
  }

  private func announce(_ memo: Recording.ID?) {
    changes.send(memo.map { .recordings([$0]) } ?? .anything)
  }

  func append(
    _ segments: [Segment], to id: TranscriptionJob.ID, checkpoint: TranscriptionCheckpoint?,
    progress: Double
  ) async throws {
    try await asOwner(of: id) { claim in
      try await changeMemo(of: id) { session in
        try session.append(
          segments, to: id, claimedFor: claim, checkpoint: checkpoint, progress: progress)
      }
    }
  }

  func renewJob(_ id: TranscriptionJob.ID) async throws {
    try await asOwner(of: id) { claim in
      try await write(notifying: false) { try $0.renewJob(id, claimedFor: claim) }
    }
  }

  func end(_ id: TranscriptionJob.ID, _ outcome: TranscriptionJob.Outcome) async throws {
    let memo =
      if outcome == .cancelled {
        try await release(id, ending: outcome) {
          try await self.memo(of: id) { try $0.cancel(id) }
        }
      } else {
        try await asOwner(of: id, ending: outcome) { claim in
          try await self.memo(of: id) { try $0.end(id, claimedFor: claim, outcome) }
        }
      }
    // Last, because a listener may claim the job.
    announce(memo)
  }

  private func asOwner<Value>(
    of id: TranscriptionJob.ID, ending outcome: TranscriptionJob.Outcome? = nil,
    _ work: (UUID) async throws -> Value
  ) async throws -> Value {
    let claim = try withHeldJobs { try $0.owner(of: id) }
    return try await release(id, claimedFor: claim, ending: outcome) { try await work(claim) }
  }

  private func release<Value>(
    _ id: TranscriptionJob.ID, claimedFor claim: UUID? = nil,
    ending outcome: TranscriptionJob.Outcome?, _ work: () async throws -> Value
  ) async throws -> Value {
    let result = await Result { try await work() }
    let error: (any Error)? = if case .failure(let error) = result { error } else { nil }
    withHeldJobs { $0.release(id, claimedFor: claim, after: error, ending: outcome) }
    return try result.get()
  }

  package func accessToken(sha256: String, usedAt date: Date) async throws -> AccessToken? {
    let lineage = try await read { try $0.lineage(ofTokenWith: sha256) }
    guard var token = lineage.first, TokenTree(lineage).isValid(token, at: date)
    else { return nil }
    guard token.shouldRecordUse(at: date)
    else { return token }
    do {
      try await write(notifying: false) { try $0.recordUse(ofTokenWith: sha256, at: date) }
      token.lastUsedAt = date
    } catch is DatabaseError {
      // On a full or locked database, clients can still read.
    }
    return token
  }
}
