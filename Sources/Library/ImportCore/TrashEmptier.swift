import ConcurrencyExtras
import DatabaseClient
import Dependencies
public import Foundation
import LibraryFolder
public import SharedModels
import SoundCore

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
  @Dependency(\.soundFiles) private var soundFiles

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
    let freed = LockIsolated<[Recording.ID: SoundFiles.Deletion]>([:])
    do {
      outcome.forgotten = try await database.forget(ids: trash.map(\.id))
    } catch DatabaseError.diskFull {
      // The rows cannot go before there is room for that.
      outcome.forgotten = try await database.forgetFreeing(ids: trash.map(\.id)) { recording in
        let deletion = soundFiles.free(sound(of: recording))
        freed.withValue { $0[recording.id] = deletion }
      }
    }
    let deletions = await soundFiles.delete(outcome.forgotten.map(sound))
    var deleted: [Recording] = []
    for (recording, deletion) in zip(outcome.forgotten, deletions) {
      if deletion == .deleted || freed.value[recording.id] == .deleted {
        deleted.append(recording)
      }
      if case .failed(let reason) = deletion {
        outcome.failures.append(Outcome.Failure(file: sound(of: recording), reason: reason))
      } else {
        MemoFiles(folder).delete(forSound: recording.audio.fileName)
      }
    }
    outcome.byteCount = deleted.audioByteCount
    return outcome
  }

  private func sound(of recording: Recording) -> URL {
    folder.audioFile(named: recording.audio.fileName)
  }
}
