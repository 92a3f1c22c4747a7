public import Dependencies
public import DependenciesMacros
public import Foundation

/// Looks at what arrives in folders.
///
/// Endpoints wait for the disk on threads of their own, and may be called from anywhere.
@DependencyClient
public struct FolderWatchClient: Sendable {
  /// Waits until something may have happened in a folder that ``files(below:where:)`` has looked
  /// into: since then, or since this returned last. It returns early in a task that is cancelled.
  ///
  /// It is a hint, and not to be relied on: what another machine does in a folder of the network is
  /// not noticed. Look again from time to time.
  public var change: @Sendable () async -> Void

  /// The file that is at a place now; `nil` where there is none.
  public var file: @Sendable (_ at: URL) async -> WatchedFile? = { _ in nil }

  /// The files in a folder and in those below it. Links to files are files; links to folders are
  /// left out.
  ///
  /// - Parameters:
  ///   - below: The folder.
  ///   - where: Which paths to look at, files and folders. The folder itself is not asked about.
  /// - Throws: ``FolderWatchError`` where the folder itself cannot be looked into.
  public var files:
    @Sendable (
      _ below: URL, _ where: @escaping @Sendable (_ path: String, _ isFolder: Bool) -> Bool
    ) async throws -> FolderLook

  /// Whether a process of this machine has the file open to write to it. `false` where the system
  /// does not tell.
  public var isBeingWritten: @Sendable (_ file: URL) async -> Bool = { _ in false }
}

extension DependencyValues {
  /// Looks at what arrives in folders.
  public var folderWatch: FolderWatchClient {
    get { self[FolderWatchClient.self] }
    set { self[FolderWatchClient.self] = newValue }
  }
}
