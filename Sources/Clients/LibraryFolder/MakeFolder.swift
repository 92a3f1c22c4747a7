import FileStorage
public import Foundation

extension LibraryFolder {
  /// Makes the folder at `url` if it is missing, so that it survives a crash of the machine. Only
  /// its owner may look into it: memos are nobody else's business. An existing folder keeps its
  /// permissions.
  public static func make(_ url: URL) throws(LibraryFolderError) {
    do {
      try FileStorage.fileSystem.makeFolder(url, permissions: 0o700)
    } catch {
      throw LibraryFolderError(path: url.path)
    }
  }
}

/// The library's folder, or one in it, cannot be made.
public struct LibraryFolderError: Error, Equatable, CustomStringConvertible {
  /// The folder.
  public let path: String

  /// An error about the folder at that path.
  public init(path: String) {
    self.path = path
  }

  /// What cannot be made, and what can be done, for a person.
  public var description: String {
    """
    the library folder \(path) cannot be created: check the disk space and your permissions, \
    or set SPEECHMEMO_HOME to another folder
    """
  }
}
