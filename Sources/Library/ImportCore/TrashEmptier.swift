import ConcurrencyExtras
import DatabaseClient
import Dependencies
public import Foundation
import LibraryFolder
public import SharedModels
import SoundCore

/// Deletes memos in the trash for good, even if the disk is full.
public struct TrashEmptier: Sendable {
  public struct Outcome: Equatable, Sendable {
    public struct Failure: Equatable, Sendable {
      public let file: URL
      public let reason: String
      /// `true` if `recover` tries again. Otherwise it would bring the memo back.
      public let isRetried: Bool
    }

    public var byteCount: Int64 = 0
    public var failures: [Failure] = []
    public var deleted: [Recording] = []

    public init() {}
  }

  @Dependency(\.database) private var database
  @Dependency(\.libraryFolder) private var folder
  @Dependency(\.soundFiles) private var soundFiles

  public init() {}

  /// Deletes those of the memos that are in the trash; all of it for `nil`. Throws
  /// ``ImportFailure/recovering``, `LibraryFolderError` or `DatabaseError`, with nothing deleted.
  public func callAsFunction(_ ids: [Recording.ID]? = nil) async throws -> Outcome {
    // Between the deletion of rows and files, the files look like leftovers of a crash.
    guard let lock = try ImportLock(.shared, in: folder.root)
    else { throw ImportFailure.recovering }
    defer { withExtendedLifetime(lock) {} }
    let trash = try await database.recordings(
      matching: RecordingQuery(ids: ids, place: .trash))
    var outcome = Outcome()
    guard !trash.isEmpty
    else { return outcome }
    // A full disk must not keep memos from being deleted.
    let list = try? DeletionList(of: trash.map(\.audio.fileName), in: folder)
    defer { list?.remove() }
    let freed = LockIsolated<[Recording.ID: SoundFiles.Deletion]>([:])
    do {
      outcome.deleted = try await database.deletePermanently(ids: trash.map(\.id))
    } catch DatabaseError.diskFull {
      // The database needs free space to delete rows, so audio goes first.
      outcome.deleted = try await database.deletePermanentlyFreeingSpace(ids: trash.map(\.id)) {
        recording in
        let deletion = soundFiles.free(sound(of: recording))
        freed.withValue { $0[recording.id] = deletion }
      }
    }
    let deletions = await soundFiles.delete(outcome.deleted.map(sound))
    var deleted: [Recording] = []
    for (recording, deletion) in zip(outcome.deleted, deletions) {
      if deletion == .deleted || freed.value[recording.id] == .deleted {
        deleted.append(recording)
      }
      if case .failed(let reason) = deletion {
        let isRetried = MemoFiles(folder).markDeleted(audio: recording.audio.fileName)
        outcome.failures.append(
          Outcome.Failure(file: sound(of: recording), reason: reason, isRetried: isRetried))
      } else {
        MemoFiles(folder).delete(forAudio: recording.audio.fileName)
      }
    }
    outcome.byteCount = deleted.audioByteCount
    return outcome
  }

  private func sound(of recording: Recording) -> URL {
    folder.audioFile(named: recording.audio.fileName)
  }
}
