public import DependenciesMacros
public import Foundation
public import SharedModels

@DependencyClient
public struct ArchiveClient: Sendable {
  /// Imports memos whose audio is in place. Queues running jobs again. Results are in order.
  public var adopt: @Sendable (_ memos: [ArchivedMemo]) async throws -> [ArchivedMemo.Adoption]

  /// In the order of the ids. Unknown ids are omitted.
  public var memos: @Sendable (_ ids: [Recording.ID]) async throws -> [ArchivedMemo]

  /// A migrated copy of a database file, discarded with the client. The file is never changed.
  public var contents: @Sendable (_ of: URL) -> DatabaseClient = { _ in DatabaseClient() }

  /// Throws ``DatabaseError/conflict(_:)`` if the stored memo doesn't equal `memo`.
  public var remove: @Sendable (_ memo: ArchivedMemo) async throws -> Void

  /// A consistent copy, on disk on return. Unchanged parts give the same bytes each time.
  public var snapshot: @Sendable (_ to: URL) async throws -> Void
}
