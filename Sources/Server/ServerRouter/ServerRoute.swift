public import CasePaths
public import SharedModels
public import Tagged

/// All that the server can be asked for, as a value: what ``ServerRouter`` reads from a request and
/// writes to one.
@CasePathable
public enum ServerRoute: Equatable, Sendable {
  /// Whether the server runs.
  case health
  /// Whether it can do its work: its libraries can be read.
  case ready
  case memos(MemosRoute)
  case search(SearchRequest)
  /// The memos whose transcripts are to be made, or could not be.
  case jobs
  /// What changes in the library, as it happens.
  case events
  /// Sound that comes piece by piece.
  case uploads(UploadsRoute)
  /// How the library and its server are doing, for Prometheus.
  case metrics
  /// The document that describes all this.
  case openAPI
  /// What OpenAI's clients ask for.
  case openAI(OpenAIRoute)
  /// A message of an agent's, in the Model Context Protocol.
  case mcp([UInt8])
}

/// The part of OpenAI's API that turns speech into text, at its addresses.
@CasePathable
public enum OpenAIRoute: Equatable, Sendable {
  /// The models that can be used.
  case models
  case model(String)
  /// Makes a transcript of the sound in the request.
  case transcriptions
  /// The same, in English.
  case translations
}

/// What can be asked of a library's memos.
@CasePathable
public enum MemosRoute: Equatable, Sendable {
  case list(MemoListRequest)
  case memo(Recording.ID, MemoRoute)
}

/// What can be asked of one memo.
@CasePathable
public enum MemoRoute: Equatable, Sendable {
  case get
  /// Changes what is given, and leaves the rest.
  case change(MemoChange)
  /// Moves it to the trash.
  case trash
  /// Takes it out of the trash.
  case restore
  /// Its sound, whole or in ranges.
  case audio
  case transcript(TranscriptRequest)
  /// Has its transcript made again.
  case transcribe(TranscribeRequest)
  /// Ends the job that makes its transcript.
  case cancelTranscription
}
