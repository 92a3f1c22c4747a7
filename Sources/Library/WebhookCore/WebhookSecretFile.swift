import Dependencies
import FileStorage
import Foundation
import LibraryFolder
import POSIX
public import WebhookClient

/// The webhook's secret, in a private file: copies of the database don't contain it.
public struct WebhookSecretFile: Sendable {
  @Dependency(\.libraryFolder) private var folder

  public init() {}

  public func read() -> WebhookSecret? {
    (try? FileStorage.fileSystem.read(folder.webhookSecret)).flatMap(\.data)
      .flatMap { WebhookSecret(String(decoding: $0, as: UTF8.self)) }
  }

  public func write(_ secret: WebhookSecret) throws {
    try LibraryFolder.make(folder.root)
    // The new file takes over the permissions of the one it replaces.
    let file = try Descriptor(folder.webhookSecret.path, O_WRONLY | O_CREAT, mode: 0o600)
    try SystemError.check { fchmod(file.number, 0o600) }
    try FileStorage.fileSystem.write(Data("\(secret.text)\n".utf8), to: folder.webhookSecret)
  }

  public func delete() throws {
    _ = try FileStorage.fileSystem.delete(folder.webhookSecret)
  }
}
