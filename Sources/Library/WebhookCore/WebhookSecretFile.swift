import Dependencies
import FileStorage
import Foundation
import LibraryFolder
import POSIX
public import WebhookClient

/// The secret of the library's webhook, in a file of its own that only its owner can read. A copy
/// of the database does not hold it.
public struct WebhookSecretFile: Sendable {
  @Dependency(\.libraryFolder) private var folder

  public init() {}

  /// The secret; `nil` where there is none.
  public func read() -> WebhookSecret? {
    (try? FileStorage.fileSystem.read(folder.webhookSecret)).flatMap(\.data)
      .flatMap { WebhookSecret(String(decoding: $0, as: UTF8.self)) }
  }

  /// - Throws: `LibraryFolderError`, `FileStorageError`, `SystemError`.
  public func write(_ secret: WebhookSecret) throws {
    try LibraryFolder.make(folder.root)
    // What replaces a file has its permissions.
    let file = try Descriptor(folder.webhookSecret.path, O_WRONLY | O_CREAT, mode: 0o600)
    try SystemError.check { fchmod(file.number, 0o600) }
    try FileStorage.fileSystem.write(Data("\(secret.text)\n".utf8), to: folder.webhookSecret)
  }

  /// - Throws: `FileStorageError`.
  public func delete() throws {
    _ = try FileStorage.fileSystem.delete(folder.webhookSecret)
  }
}
