public import Dependencies
public import DependenciesMacros
public import Foundation

/// Files outside the library. Throws ``FileStorage/FileStorageError``.
@DependencyClient
public struct ExportFilesClient: Sendable {
  public enum Item: Equatable, Sendable {
    case file
    case folder
    case nothing
    case noFolder
    case stream
  }

  public var homeFolder: @Sendable () -> URL = { URL(fileURLWithPath: "/", isDirectory: true) }

  /// Follows symbolic links.
  public var item: @Sendable (_ at: URL) async throws -> Item

  public var makeFolder: @Sendable (_ at: URL) async throws -> Void

  public var startingFolder: @Sendable () -> URL = { URL(fileURLWithPath: "/", isDirectory: true) }

  /// Writes durably and atomically, through links, keeping permissions. Creates no folder.
  public var write: @Sendable (_ data: Data, _ to: URL) async throws -> Void
}

extension DependencyValues {
  public var exportFiles: ExportFilesClient {
    get { self[ExportFilesClient.self] }
    set { self[ExportFilesClient.self] = newValue }
  }
}
