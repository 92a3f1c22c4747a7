import DatabaseClient
public import HTTPMessages
import ImportCore
import MiddlewareHelpers
public import ServerRouter
import SharedModels
import Tagged

extension MemosMiddleware {
  public func trash(_ memos: MemoIDs) async throws -> HTTPResponse {
    try await database.trash(ids: memos.ids, at: now)
    return try .json(MemoOutcomes(items: try await outcomes(of: memos)))
  }

  public func restore(_ memos: MemoIDs) async throws -> HTTPResponse {
    do {
      try await database.restore(ids: memos.ids)
    } catch let DatabaseError.alreadyExists(sha256) {
      throw try await problem(restoring: memos, sha256: sha256)
    }
    return try .json(MemoOutcomes(items: try await outcomes(of: memos)))
  }

  public func delete(_ memos: MemoIDs) async throws -> HTTPResponse {
    let outcome = try await TrashEmptier()(memos.ids)
    let deleted = Set(outcome.deleted.map(\.id))
    let items = try await outcomes(
      of: memos, deleted: deleted,
      remaining: ServerProblem(
        .conflict, .notInTheTrash,
        detail: "the memo is not in the trash: move it to the trash first"))
    return try .json(
      DeletedMemos(memos: outcome.deleted, byteCount: outcome.byteCount, items: items))
  }

  /// - Parameter remaining: The problem of memos that exist.
  private func outcomes(
    of memos: MemoIDs, deleted: Set<Recording.ID> = [], remaining: ServerProblem? = nil
  ) async throws -> [MemoOutcome] {
    let existing = Set(try await self.memos(memos).map(\.id))
    return memos.ids.map { id in
      if deleted.contains(id) { return MemoOutcome(id) }
      return MemoOutcome(id, problem: existing.contains(id) ? remaining : .noMemo())
    }
  }

  private func problem(restoring memos: MemoIDs, sha256: String) async throws -> ServerProblem {
    let memo = try await self.memos(memos).first { $0.isTrashed && $0.audio.sha256 == sha256 }
    var problem = ServerProblem(DatabaseError.alreadyExists(sha256: sha256))
    if let memo {
      problem.detail = """
        another memo has the same audio as the memo \(memo.id.text), and nothing was restored: \
        leave it out, or delete the other one
        """
    }
    return problem
  }

  private func memos(_ memos: MemoIDs) async throws -> [Recording] {
    try await database.recordings(matching: RecordingQuery(ids: memos.ids, place: nil))
  }
}
