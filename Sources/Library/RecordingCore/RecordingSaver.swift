import DatabaseClient
import Dependencies
public import Foundation
public import ImportCore
import LibraryFolder
public import SharedModels

/// Saves FLAC recordings as memos. After a crash, see ``UnsavedRecordings``, ``OrphanedAudio``.
public struct RecordingSaver: Sendable {
  @Dependency(\.continuousClock) private var clock
  @Dependency(\.database) private var database
  @Dependency(\.date.now) private var now
  @Dependency(\.libraryFolder) private var folder
  @Dependency(\.uuid) private var uuid

  public init() {}

  /// The memo gets `title`, even if a crash or another program ends the recording.
  public func newFile(title: String? = nil) throws -> URL {
    let file = try DraftFiles().newRecording()
    if let title { try DraftFiles().setTitle(title, of: file) }
    return file
  }

  /// Deletes what ``newFile(title:)`` stored for a recording that failed, unless audio is left.
  public func abandon(_ file: URL) {
    DraftFiles().deleteUnusedTitle(of: file)
  }

  /// Moves a recording into the library, durably, without a copy. An error leaves it recoverable.
  public func save(_ audio: RecordedAudio, job: JobRequest?) async throws -> Recording {
    try await save(audio, job: job, trashedAt: nil)
  }

  /// Saves a recording to the trash. Returns the existing memo if one has the same bytes.
  public func discard(_ audio: RecordedAudio) async throws -> Recording {
    try await save(audio, job: nil, trashedAt: now)
  }

  private func save(
    _ audio: RecordedAudio, job: JobRequest?, trashedAt: Date?
  ) async throws -> Recording {
    // A recovery would adopt the moved file. Recoveries are short.
    var lock = try ImportLock(.shared, in: folder.root)
    while lock == nil {
      try await clock.sleep(for: .milliseconds(100))
      lock = try ImportLock(.shared, in: folder.root)
    }
    defer { withExtendedLifetime(lock) {} }
    let drafts = DraftFiles()
    let details = MemoDetails(
      title: drafts.title(of: audio.file) ?? audio.title, date: audio.date,
      id: drafts.titledID(of: audio.file), provenance: .recorded(device: audio.device),
      trashedAt: trashedAt)
    let memo = try await Importer().importFile(
      audio.file, named: nil, details: details, job: job, moves: true
    ).recording
    drafts.deleteTitle(of: audio.file)
    return memo
  }
}
