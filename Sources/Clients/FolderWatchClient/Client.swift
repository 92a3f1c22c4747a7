public import Dependencies
public import DependenciesMacros
public import Foundation

@DependencyClient
public struct FolderWatchClient: Sendable {
  /// Returns when folders may have changed, or if canceled. Also poll: not all changes are noticed.
  public var change: @Sendable () async -> Void

  public var file: @Sendable (_ at: URL) async -> WatchedFile? = { _ in nil }

  /// Lists files recursively, with links to files but not folders. Throws ``FolderWatchError``.
  public var files:
    @Sendable (
      _ below: URL, _ where: @escaping @Sendable (_ path: String, _ isFolder: Bool) -> Bool
    ) async throws -> FolderScan

  /// Returns whether a local process has the file open for writing, or `false` if unknown.
  public var isBeingWritten: @Sendable (_ file: URL) async -> Bool = { _ in false }
}

extension DependencyValues {
  public var folderWatch: FolderWatchClient {
    get { self[FolderWatchClient.self] }
    set { self[FolderWatchClient.self] = newValue }
  }
}
