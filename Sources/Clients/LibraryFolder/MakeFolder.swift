import FileStorage
public import Foundation

extension LibraryFolder {
  /// Creates a durable folder, private to its owner. An existing folder keeps its permissions.
  public static func make(_ url: URL) throws(LibraryFolderError) {
    do {
      try FileStorage.fileSystem.makeFolder(url, permissions: 0o700)
    } catch {
      throw LibraryFolderError(path: url.path)
    }
  }
}

public struct LibraryFolderError: Error, Equatable, CustomStringConvertible {
  public let path: String

  public init(path: String) {
    self.path = path
  }

  public var description: String {
    """
    the library folder \(path) cannot be created: check the disk space and your permissions, \
    or set SPEECHMEMO_HOME to another folder
    """
  }
}
