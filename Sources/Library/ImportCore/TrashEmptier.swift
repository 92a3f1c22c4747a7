import DatabaseClient
import Dependencies
public import Foundation
import LibraryFolder
import POSIX
public import SharedModels

/// Permanently deletes memos in the trash, and their audio files. It cannot be undone.
public struct TrashEmptier: Sendable {
  /// What became of it.
  public struct Outcome: Equatable, Sendable {
    /// A file that could not be deleted. No memo refers to it any more.
    public struct Failure: Equatable, Sendable {
      public let file: URL
      /// Why, for a person.
      public let reason: String
    }

    /// How many bytes of sound were deleted.
    public var byteCount: Int64 = 0
    public var failures: [Failure] = []
    public var forgotten: [Recording] = []

    public init() {}
  }

  @Dependency(\.database) private var database
  @Dependency(\.libraryFolder) private var folder

  public init() {}

  /// Forgets those of the memos that are in the trash.
  ///
  /// - Parameter ids: The memos; `nil` for all of the trash.
  /// - Throws: ``ImportFailure/recovering`` while a recovery is at work, `LibraryFolderError`, and
  ///   `DatabaseError`. Nothing is forgotten then.
  public func callAsFunction(_ ids: [Recording.ID]? = nil) async throws -> Outcome {
    // Between deleting rows and files, the files look like ones that a crash left behind.
    guard let lock = try ImportLock(.together, in: folder.root)
    else { throw ImportFailure.recovering }
    defer { withExtendedLifetime(lock) {} }
    let trash = try await database.recordings(
      matching: RecordingQuery(ids: ids, place: .trash))
    var outcome = Outcome()
    guard !trash.isEmpty
    else { return outcome }
    outcome.forgotten = try await database.forget(ids: trash.map(\.id))
    for recording in outcome.forgotten {
      let file = folder.audioFile(named: recording.audio.fileName)
      do throws(SystemError) {
        try removeFile(file.path)
        outcome.byteCount += recording.audio.byteCount
      } catch  where error.code == ENOENT {
        // It has been deleted already.
      } catch {
        outcome.failures.append(Outcome.Failure(file: file, reason: error.reason))
      }
    }
    // A file that reappeared after a power cut would be taken for a lost memo.
    if outcome.byteCount > 0 { try? OpenFolder(folder.audio.path).sync() }
    return outcome
  }
}
