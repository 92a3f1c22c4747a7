public import Dependencies
public import DependenciesMacros
public import Foundation

/// The files outside the library that memos are exported to.
///
/// Endpoints throw ``FileStorage/FileStorageError``, whose description is a line for the user.
@DependencyClient
public struct ExportFilesClient: Sendable {
  /// What a path may lead to.
  public enum Item: Equatable, Sendable {
    case file
    case folder
    /// There is nothing, in a folder that is there.
    case nothing
    /// The folder that it should be in is not there, or is no folder.
    case noFolder
    /// A pipe or a device: what is written there goes through it.
    case stream
  }

  /// The person's own folder, which `~` stands for.
  public var homeFolder: @Sendable () -> URL = { URL(fileURLWithPath: "/", isDirectory: true) }

  /// What is at that place. A symbolic link counts as what it leads to.
  public var item: @Sendable (_ at: URL) async throws -> Item

  /// Makes a folder, and those around it, where it is missing.
  public var makeFolder: @Sendable (_ at: URL) async throws -> Void

  /// Where an export goes that nobody has named a folder for.
  public var startingFolder: @Sendable () -> URL = { URL(fileURLWithPath: "/", isDirectory: true) }

  /// Writes a file whole, or not at all; once this returns, it is on the disk. A file that is there
  /// is replaced, one that a symbolic link leads to as well, and keeps its permissions. A pipe or a
  /// device gets the bytes and stays. No folder is made.
  public var write: @Sendable (_ data: Data, _ to: URL) async throws -> Void
}

extension DependencyValues {
  /// The files outside the library that memos are exported to.
  public var exportFiles: ExportFilesClient {
    get { self[ExportFilesClient.self] }
    set { self[ExportFilesClient.self] = newValue }
  }
}
