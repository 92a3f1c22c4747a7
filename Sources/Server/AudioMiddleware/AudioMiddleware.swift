import AudioFileClient
import DatabaseClient
import Dependencies
import LibraryFolder
public import SharedModels

/// Sends memos' sound, which the system takes from the file to the connection, and what it looks like.
public struct AudioMiddleware: Sendable {
  @Dependency(\.audioFile) var audioFile
  @Dependency(\.database) var database
  @Dependency(\.libraryFolder) var folder

  public init() {}

  /// What sends the sound of a memo.
  public func sound(of id: Recording.ID) async throws -> ServedSound {
    ServedSound(try await database.memo(id), in: folder)
  }

  /// The same of a memo that is known.
  public func sound(of memo: Recording) -> ServedSound {
    ServedSound(memo, in: folder)
  }
}
