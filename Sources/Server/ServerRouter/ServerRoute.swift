public import CasePaths
public import DatabaseClient
public import SharedModels
public import Tagged
public import TranscriptExport

/// All requests that the server answers; see ``ServerRouter``.
@CasePathable
public enum ServerRoute: Equatable, Sendable {
  case health
  case ready
  case memos(MemosRoute)
  case search(SearchRequest)
  case statistics(words: Int)
  case tags
  case lastEdit
  case jobs(JobsRoute)
  case shared(String, SharedRoute)
  case events
  case live
  case uploads(UploadsRoute)
  case metrics
  case check
  case server
  case settings(SettingsRoute)
  case tokens(TokensRoute)
  case voices(VoicesRoute)
  case webhook(WebhookRoute)
  case session(SessionRoute)
  case page(PageRoute)
  case openAPI
  case openAI(OpenAIRoute)
  case queue(QueueRoute)
  case mcp([UInt8])
}

@CasePathable
public enum OpenAIRoute: Equatable, Sendable {
  case models
  case model(String)
  case realtime(RealtimeRequest)
  case transcriptions
  case translations
}

@CasePathable
public enum MemosRoute: Equatable, Sendable {
  case list(MemoListRequest)
  case add
  case memo(Recording.ID, MemoRoute)
  case ids(prefix: String)
  case files
  /// SHA-256 in hexadecimal; finds only memos outside the trash.
  case checksum(String)
  /// All memos or none, as for `restore`.
  case trash(MemoIDs)
  case restore(MemoIDs)
  /// Permanently, and only memos in the trash.
  case delete(MemoIDs)
}

@CasePathable
public enum MemoRoute: Equatable, Sendable {
  case get
  case change(MemoChange)
  case trash
  case restore
  case audio
  /// All details without a format.
  case transcript(ExportFormat?)
  case editTranscript(TranscriptChange)
  case editSpeakers(SpeakerChange)
  case peaks(count: Int)
  case summary
  case summarize
  case links
  case addLink(LinkRequest)
  case removeLink(ShareLink.ID)
  /// The newest job, if it is queued, running, or failed.
  case transcription
  case transcribe(TranscribeRequest)
  case cancelTranscription
  case versions(VersionsRoute)
}
