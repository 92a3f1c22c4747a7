public import DatabaseClient
import ServerRouter
public import SharedModels

extension DatabaseClient {
  /// The memo of that id, in the trash or not.
  ///
  /// - Throws: A ``ServerProblem`` where there is none.
  public func memo(_ id: Recording.ID) async throws -> Recording {
    let memos = try await recordings(matching: RecordingQuery(ids: [id], place: nil))
    guard let memo = memos.first
    else { throw ServerProblem.noMemo() }
    return memo
  }
}
