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

  public func sound(of id: Recording.ID) async throws -> ServedSound {
    ServedSound(try await database.memo(id), in: folder)
  }

  public func sound(of memo: Recording) -> ServedSound {
    ServedSound(memo, in: folder)
  }
}
