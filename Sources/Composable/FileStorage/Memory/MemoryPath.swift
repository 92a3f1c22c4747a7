import Foundation

/// The path of a file in memory, with the same rules as on disk.
struct MemoryPath {
  /// The same URL for all spellings of a path.
  let url: URL
  private let original: URL

  init(_ url: URL, for operation: FileStorageError.Operation) throws(FileStorageError) {
    let path = try FilePath(url, for: operation)
    original = url
    self.url = URL(fileURLWithPath: path.string).standardizedFileURL
  }

  /// The file's key in the dictionary, which tests may fill with other spellings, or a new key.
  func key(in files: [URL: Data]) -> URL {
    if files[original] != nil { return original }
    if files[url] != nil { return url }
    return files.keys.first { $0.isFileURL && $0.standardizedFileURL.path == url.path } ?? original
  }

  /// Throws the errors that a disk would.
  func check(
    in files: [URL: Data], for operation: FileStorageError.Operation
  ) throws(FileStorageError) {
    let components = url.pathComponents
    guard components.allSatisfy({ $0.utf8.count <= 255 }), url.path.utf8.count < 4096
    else { throw FileStorageError(.nameTooLong, operation: operation, url: original) }
    for file in files.keys where file.isFileURL {
      let other = file.standardizedFileURL.pathComponents
      if other.count < components.count, components.starts(with: other) {
        throw FileStorageError(.notAFolder, operation: operation, url: original)
      }
      if other.count > components.count, other.starts(with: components) {
        throw FileStorageError(.isDirectory, operation: operation, url: original)
      }
    }
  }
}
