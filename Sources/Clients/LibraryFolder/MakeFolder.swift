import FileStorage
public import Foundation

extension LibraryFolder {
  /// Creates a durable folder, private to its owner. An existing folder keeps its permissions.
  public static func make(_ url: URL) throws(LibraryFolderError) {
    do throws(FileStorageError) {
      try FileStorage.fileSystem.makeFolder(url, permissions: 0o700)
    } catch {
      throw LibraryFolderError(path: url.path, isReadOnly: error.reason == .readOnly)
    }
  }
}

public struct LibraryFolderError: Error, Equatable, CustomStringConvertible {
  public let path: String
  private let isReadOnly: Bool

  public init(path: String, isReadOnly: Bool = false) {
    self.isReadOnly = isReadOnly
    self.path = path
  }

  public var description: String {
    isReadOnly
      ? "the library folder \(path) \(detail): set SPEECHMEMO_HOME to another folder"
      : """
      the library folder \(path) \(detail): check the disk space and your permissions, or set \
      SPEECHMEMO_HOME to another folder
      """
  }

  public var detail: String {
    isReadOnly ? "cannot be created because its disk is read-only" : "cannot be created"
  }
}
