public import DatabaseClient
import ServerRouter
public import SharedModels

extension DatabaseClient {
  /// Finds trashed memos too. Throws a ``ServerProblem`` if there is no such memo.
  public func memo(_ id: Recording.ID) async throws -> Recording {
    guard let memo = try await recording(id: id)
    else { throw ServerProblem.noMemo() }
    return memo
  }

  public func requireOutsideTrash(_ id: Recording.ID) async throws {
    guard try await !memo(id).isTrashed
    else {
      throw ServerProblem(
        .conflict, .inTheTrash, detail: "the memo is in the trash: restore it first")
    }
  }
}
