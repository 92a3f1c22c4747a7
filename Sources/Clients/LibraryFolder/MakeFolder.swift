import FileStorage
public import Foundation

extension LibraryFolder {
  /// Makes the folder at `url` where it is missing, so that it outlasts a crash of the machine. Only
  /// its owner may look into it: memos are nobody else's business. A folder that is there keeps the
  /// permissions that it has.
  ///
  /// - Throws: A `FileStorageError` where it cannot be made, or is something else.
  public static func make(_ url: URL) throws {
    try FileStorage.fileSystem.makeFolder(url, permissions: 0o700)
  }
}
