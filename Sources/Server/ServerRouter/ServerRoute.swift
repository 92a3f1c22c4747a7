public import CasePaths
public import DatabaseClient
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
  /// How many words the memos have, and which are said most.
  case statistics(StatisticsRequest)
  /// A person's change of a transcript.
  case editTranscript(Transcription.ID, TranscriptionEdit)
  /// A change of who speaks in a transcript.
  case editSpeakers(Transcription.ID, SpeakerEdit)
  case jobs(JobsRoute)
  /// What the secret of a link opens.
  case shared(String, SharedRoute)
  /// What changes in the library, as it happens.
  case events
  /// The words of somebody who speaks, while they are said, over a websocket.
  case live
  /// Sound that comes piece by piece.
  case uploads(UploadsRoute)
  /// How the library and its server are doing, for Prometheus.
  case metrics
  /// What is wrong with the library's database, all of which is read for that.
  case check
  /// What a client has to know of the server.
  case server
  case settings(SettingsRoute)
  case tokens(TokensRoute)
  /// The voices that are recognized.
  case voices(VoicesRoute)
  /// Who uses the web page.
  case session(SessionRoute)
  /// The web page.
  case page(PageRoute)
  /// The document that describes all this.
  case openAPI
  /// What OpenAI's clients ask for.
  case openAI(OpenAIRoute)
  /// What is to be transcribed in all libraries.
  case queue(QueueRoute)
  /// A message of an agent's, in the Model Context Protocol.
  case mcp([UInt8])
}

/// The part of OpenAI's API that turns speech into text, at its addresses.
@CasePathable
public enum OpenAIRoute: Equatable, Sendable {
  /// The models that can be used.
  case models
  case model(String)
  /// Makes transcripts while somebody speaks, over a websocket.
  case realtime(RealtimeRequest)
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
  /// The ids that begin so.
  case ids(MemoIDsRequest)
  /// The names of all files of sound that a memo has.
  case files
  /// The memo outside the trash that has the bytes of this SHA-256, in hexadecimal.
  case checksum(String)
  /// Moves several to the trash: all, or none.
  case trash(MemoIDs)
  /// Takes several out of the trash: all, or none.
  case restore(MemoIDs)
  /// Deletes those of them that are in the trash, for good.
  case delete(MemoIDs)
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
  /// Its transcript with all that is known of it, to be edited.
  case transcription
  /// Changes what one segment of its transcript says.
  case changeText(TextChange)
  /// Its waveform.
  case peaks(PeaksRequest)
  /// The links that open it to others.
  case links
  /// Makes such a link.
  case addLink(LinkRequest)
  /// Takes one back.
  case removeLink(ShareLink.ID)
  /// Its newest job, if that is not done.
  case job
  /// Has its transcript made again.
  case transcribe(TranscribeRequest)
  /// Ends the job that makes its transcript.
  case cancelTranscription
}
