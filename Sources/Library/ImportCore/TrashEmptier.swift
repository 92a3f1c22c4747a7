import ConcurrencyExtras
import DatabaseClient
import Dependencies
public import Foundation
import LibraryFolder
import POSIX
public import SharedModels

/// Permanently deletes memos in the trash, and their files, also where the disk is full. It
/// cannot be undone.
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
    let removed = LockIsolated<[Recording.ID: Result<Int64, SystemError>]>([:])
    do {
      outcome.forgotten = try await database.forget(ids: trash.map(\.id))
    } catch DatabaseError.diskFull {
      // The rows cannot go before there is room for that.
      outcome.forgotten = try await database.forgetFreeing(ids: trash.map(\.id)) { recording in
        let result = removeSound(of: recording)
        removed.withValue { $0[recording.id] = result }
      }
    }
    for recording in outcome.forgotten {
      switch removed.value[recording.id] ?? removeSound(of: recording) {
      case .success(let count):
        outcome.byteCount += count
      case .failure(let error):
        outcome.failures.append(
          Outcome.Failure(
            file: folder.audioFile(named: recording.audio.fileName), reason: error.reason))
        continue
      }
      MemoFiles(folder).delete(forSound: recording.audio.fileName)
    }
    // A file that reappeared after a power cut would be taken for a lost memo.
    if outcome.byteCount > 0 { try? OpenFolder(folder.audio.path).sync() }
    return outcome
  }

  /// - Returns: How many bytes were freed; none if it had been deleted already.
  private func removeSound(of recording: Recording) -> Result<Int64, SystemError> {
    do throws(SystemError) {
      try removeFile(folder.audioFile(named: recording.audio.fileName).path)
      return .success(recording.audio.byteCount)
    } catch {
      return error.code == ENOENT ? .success(0) : .failure(error)
    }
  }
}
