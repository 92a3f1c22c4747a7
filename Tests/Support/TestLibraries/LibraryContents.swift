public import DatabaseClient
import Foundation
public import SharedModels
public import Tagged

/// Everything that a database client reads from a library, to compare libraries as wholes.
public struct LibraryContents: Equatable, Sendable {
  public var memos: [ArchivedMemo] = []
  public var finishedJobs: [TranscriptionJob] = []
  public var processedFiles: [ProcessedFile] = []
  public var webhook: Webhook?
  public var tokens: [AccessToken] = []
  public var links: [ShareLink] = []
  public var voices: [RememberedVoice] = []
  /// The memos that a search for each text finds.
  public var found: [String: [Recording.ID]] = [:]
  public var problems: [String] = []

  public init() {}

  /// Reads the library and searches it for `texts`.
  public init(of database: DatabaseClient, searching texts: [String] = []) async throws {
    let ids = try await database.recordings(matching: RecordingQuery(place: nil)).map(\.id)
    memos = try await database.archive.memos(ids: ids)
    finishedJobs = try await database.jobs.finished(since: Date(timeIntervalSince1970: 0))
    processedFiles = try await database.processedFiles()
    webhook = try await database.webhookEvents.webhook()
    tokens = try await database.access.tokens()
    for id in ids { links += try await database.access.links(of: id) }
    voices = try await database.voices.all()
    for text in texts {
      found[text] = try await database.search(query: SearchQuery(text)).map(\.recording.id)
    }
    problems = try await database.integrityProblems()
  }
}
