import Dependencies
public import DependenciesMacros
public import Foundation
public import SharedModels
public import Tagged

/// A library's database. Each endpoint runs as one transaction and throws ``DatabaseError``.
@DependencyClient
public struct DatabaseClient: Sendable {
  /// Equal for all clients of one library within a process.
  public var libraryID: @Sendable () -> String = { "" }

  /// Changes from the call on. Those by other processes arrive within a second.
  public var changes: @Sendable () -> AsyncStream<LibraryChange> = { AsyncStream { $0.finish() } }

  /// Differs after any change to the library, by whichever process. `nil` if unknown; never blocks.
  public var revision: @Sendable () -> Int? = { nil }

  /// The time of the database server; `nil` if the machines that use the library share no server.
  @DependencyEndpointIgnored
  public var serverDate: (@Sendable () async throws -> Date)?

  /// The languages of the newest 1,000 transcripts, by frequency; `nil` if transcribed elsewhere.
  @DependencyEndpointIgnored
  public var languages: (@Sendable () async throws -> [String])?

  public var access: AccessClient = AccessClient()
  public var archive: ArchiveClient = ArchiveClient()
  public var history: HistoryClient = HistoryClient()
  public var jobs: JobsClient = JobsClient()
  public var keyedRequests: KeyedRequestsClient = KeyedRequestsClient()
  public var summaries: SummariesClient = SummariesClient()
  public var voices: VoicesClient = VoicesClient()
  public var webhookEvents: WebhookEventsClient = WebhookEventsClient()

  public var recordings: @Sendable (_ matching: RecordingQuery) async throws -> [Recording]

  /// Up to ten ids, trash included. Ignores case.
  public var recordingIDs: @Sendable (_ startingWith: String) async throws -> [Recording.ID]

  /// The memo outside the trash with this checksum, in hexadecimal.
  public var recordingWithChecksum: @Sendable (_ sha256: String) async throws -> Recording?

  /// Throws ``DatabaseError/alreadyExists(sha256:)`` if a memo outside the trash has the same audio.
  public var insert:
    @Sendable (_ recording: Recording, _ job: TranscriptionJob?) async throws -> Void

  /// Adds memos with their finished transcripts. Throws like ``insert``.
  public var insertTranscribed: @Sendable (_ memos: [TranscribedMemo]) async throws -> Void

  /// Saves the title, date, tags and favorite mark only.
  public var update: @Sendable (_ recording: Recording) async throws -> Void

  /// Changes what ``update`` saves, atomically. `change` runs at most once and may throw to cancel.
  public var modify:
    @Sendable (
      _ id: Recording.ID, _ change: @escaping @Sendable (inout Recording) throws -> Void
    ) async throws -> Recording

  public var trash: @Sendable (_ ids: [Recording.ID], _ at: Date) async throws -> Void

  /// Restores all of the memos or none. Throws like ``insert``.
  public var restore: @Sendable (_ ids: [Recording.ID]) async throws -> Void

  /// Deletes those of the memos that are in the trash for good, and returns them so that the caller
  /// can delete their audio. A crash in between leaves audio without a memo, never the reverse.
  public var deletePermanently: @Sendable (_ ids: [Recording.ID]) async throws -> [Recording]

  /// Like ``deletePermanently``, for a full disk: `remove` frees a memo's files before its rows,
  /// while no process can restore it. A crash in between leaves memos in the trash without audio.
  public var deletePermanentlyFreeingSpace:
    @Sendable (
      _ ids: [Recording.ID], _ remove: @escaping @Sendable (Recording) -> Void
    ) async throws -> [Recording]

  public var audioFileNames: @Sendable () async throws -> Set<String>

  /// The tags of the memos outside the trash. Ignores case, and spells a tag as its newest memo does.
  public var tagCounts: @Sendable () async throws -> [TagCount]

  public var transcription: @Sendable (_ of: Recording.ID) async throws -> Transcription?

  /// Omits memos without a transcript, and all memos if reading them would take long.
  public var firstWords: @Sendable (_ of: [Recording.ID]) async throws -> [Recording.ID: String]

  /// Keeps the old text as a version. Throws ``DatabaseError/conflict(_:)`` for changed segments.
  public var editTranscription:
    @Sendable (_ id: Transcription.ID, _ with: TranscriptionEdit) async throws -> Void

  /// Throws like ``editTranscription``. `.replace` suggests names by remembered voices.
  public var editSpeakers:
    @Sendable (_ id: Transcription.ID, _ with: SpeakerEdit) async throws -> Void

  /// Hits by when their memo was added, newest first. Throws ``DatabaseError/notSearchable(_:)``
  /// without a word, ``DatabaseError/tooManyWords(limit:)`` above ``SearchQuery/wordLimit``.
  public var search: @Sendable (_ query: SearchQuery) async throws -> [SearchHit]

  /// The number of memos that ``search`` finds on all pages. Throws the same errors.
  public var searchCount: @Sendable (_ query: SearchQuery) async throws -> Int

  /// Takes about a second in a large library, without blocking other calls. Excludes the trash.
  public var wordStatistics: @Sendable (_ mostFrequent: Int) async throws -> WordStatistics

  public var repairs: @Sendable () async throws -> RepairStatistics

  public var processedFiles: @Sendable () async throws -> [ProcessedFile]

  /// Records that a file was imported or can't be. Replaces an earlier entry for its path.
  public var saveProcessedFile: @Sendable (_ file: ProcessedFile) async throws -> Void

  public var library: @Sendable (_ at: URL) -> DatabaseClient = { _ in DatabaseClient() }

  /// Throws ``DatabaseError/missing(path:)`` for audio without a database file. Creates nothing.
  public var checkFile: @Sendable () throws -> Void

  /// Merges the write-ahead log, unless another process uses the library. A later call reopens it.
  public var close: @Sendable () async -> Void = {}

  public var integrityProblems: @Sendable () async throws -> [String]
}

extension DatabaseClient {
  /// `true` for one of a database's libraries, which a server may host for others.
  public var isHosted: Bool { serverDate != nil }

  /// The time by which links expire and webhook events fall due: a server's, as clocks differ.
  public func currentDate() async throws -> Date {
    @Dependency(\.date.now) var now
    return try await serverDate?() ?? now
  }
}
