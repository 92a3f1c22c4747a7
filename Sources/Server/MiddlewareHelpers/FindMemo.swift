public import DatabaseClient
import ServerRouter
public import SharedModels

extension DatabaseClient {
  /// Finds trashed memos too. Throws a ``ServerProblem`` if there is no such memo.
  public func memo(_ id: Recording.ID) async throws -> Recording {
    let memos = try await recordings(matching: RecordingQuery(ids: [id], place: nil))
    guard let memo = memos.first
    else { throw ServerProblem.noMemo() }
    return memo
  }
}
