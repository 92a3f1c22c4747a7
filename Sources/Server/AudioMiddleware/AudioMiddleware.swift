import AudioFileClient
import DatabaseClient
import Dependencies
import LibraryFolder
public import SharedModels

public struct AudioMiddleware: Sendable {
  @Dependency(\.audioFile) var audioFile
  @Dependency(\.database) var database
  @Dependency(\.libraryFolder) var folder

  public init() {}

  public func responder(for id: Recording.ID) async throws -> AudioResponder {
    AudioResponder(try await database.memo(id), in: folder)
  }

  public func responder(for memo: Recording) -> AudioResponder {
    AudioResponder(memo, in: folder)
  }
}
