public import DependenciesMacros
public import Foundation
public import SharedModels
public import Tagged

/// The library's database: memos, their transcripts, the transcriptions still to be made, and the
/// index that finds any word.
///
/// Every endpoint is one transaction: all of it happens, or nothing. Endpoints throw
/// ``DatabaseError`` and may be called from anywhere.
@DependencyClient
public struct DatabaseClient: Sendable {
  // MARK: The library

  /// What tells this library from every other one of the process: two clients of one library have
  /// the same.
  public var libraryID: @Sendable () -> String = { "" }

  /// What changes in the library's list of memos from now on, whichever process changes it.
  /// Changes by other processes are noticed within a second.
  public var changes: @Sendable () -> AsyncStream<LibraryChange> = { AsyncStream { $0.finish() } }

  /// A number that is another one once anything in the library has changed, whichever process
  /// changed it; `nil` where that is not known at once. It is asked for without waiting.
  public var revision: @Sendable () -> Int? = { nil }

  // MARK: Memos

  /// The memos that match, newest first.
  public var recordings: @Sendable (_ matching: RecordingQuery) async throws -> [Recording]

  /// The ids that begin with `prefix`, at most ten, trash included. Case does not matter.
  public var recordingIDs: @Sendable (_ startingWith: String) async throws -> [Recording.ID]

  /// The memo outside the trash with exactly these bytes, by their SHA-256 in hexadecimal.
  public var recordingWithChecksum: @Sendable (_ sha256: String) async throws -> Recording?

  /// Adds a memo, and the job that is to transcribe it, together. A memo whose bytes another one
  /// outside the trash has is refused as ``DatabaseError/alreadyThere(sha256:)``.
  public var insert:
    @Sendable (_ recording: Recording, _ job: TranscriptionJob?) async throws -> Void

  /// Adds memos with their finished transcripts in one transaction; refuses twins as ``insert``.
  public var insertTranscribed: @Sendable (_ memos: [TranscribedMemo]) async throws -> Void

  /// Saves a memo's title, tags and favourite mark, and leaves the rest as it is.
  public var update: @Sendable (_ recording: Recording) async throws -> Void

  /// Changes what ``update`` saves as it finds it, with no change by another process in between.
  ///
  /// - Parameter change: Called once, or not at all where there is no such memo. When it throws,
  ///   nothing is changed.
  /// - Returns: The memo as it is then.
  public var modify:
    @Sendable (
      _ id: Recording.ID, _ change: @escaping @Sendable (inout Recording) throws -> Void
    ) async throws -> Recording

  /// Moves memos to the trash. Memos that are there already stay as they are.
  public var trash: @Sendable (_ ids: [Recording.ID], _ at: Date) async throws -> Void

  /// Takes memos out of the trash: all of them, or none where another memo outside the trash has
  /// the bytes of one of them, which is refused as ``DatabaseError/alreadyThere(sha256:)``.
  public var restore: @Sendable (_ ids: [Recording.ID]) async throws -> Void

  /// Deletes memos permanently, and returns those that were deleted, so that their audio can be
  /// deleted too. Only memos in the trash are: one that another process has restored stays.
  ///
  /// The rows go first: a crash in between leaves audio without a memo, never the reverse.
  public var forget: @Sendable (_ ids: [Recording.ID]) async throws -> [Recording]

  /// Deletes memos permanently where ``forget`` cannot, since the disk is full: `remove` is called
  /// for each that is in the trash, to free what it takes, while no other process can restore it,
  /// and its rows go then. A crash in between leaves memos in the trash without their audio.
  public var forgetFreeing:
    @Sendable (
      _ ids: [Recording.ID], _ remove: @escaping @Sendable (Recording) -> Void
    ) async throws -> [Recording]

  /// The names of all audio files that a memo refers to.
  public var audioFileNames: @Sendable () async throws -> Set<String>

  // MARK: Transcripts

  /// A memo's current transcript, or `nil` where it has none.
  public var transcription: @Sendable (_ of: Recording.ID) async throws -> Transcription?

  /// What each of these memos says first: a line of at most ``firstWordsLength`` characters. Memos
  /// without a transcript are left out, as are all where reading them would take long.
  public var firstWords: @Sendable (_ of: [Recording.ID]) async throws -> [Recording.ID: String]

  /// Keeps a person's change of a transcript: of the one with that id, whether it is its memo's
  /// current one or not.
  ///
  /// - Throws: ``DatabaseError/changedMeanwhile(_:)`` if the segments that the change replaces are
  ///   others by now; nothing is changed then. ``DatabaseError/notFound(_:)`` if it is gone.
  public var editTranscription:
    @Sendable (_ id: Transcription.ID, _ with: TranscriptionEdit) async throws -> Void

  /// Changes who speaks in a transcript: in the one with that id. Where all of them are replaced, who
  /// has a voice and nothing said of whose it is gets the likely name of a voice that is remembered.
  ///
  /// - Throws: ``DatabaseError/changedMeanwhile(_:)`` if it has other speakers or words by now;
  ///   nothing is changed then. ``DatabaseError/notFound(_:)`` if it is gone.
  public var editSpeakers:
    @Sendable (_ id: Transcription.ID, _ with: SpeakerEdit) async throws -> Void

  /// Memos and places where the words occur, the memo that was added last first.
  ///
  /// - Throws: ``DatabaseError/notSearchable(_:)`` where no word is given,
  ///   ``DatabaseError/tooManyWords(limit:)`` for more than ``SearchQuery/wordLimit``.
  public var search: @Sendable (_ query: SearchQuery) async throws -> [SearchHit]

  /// How many words the memos' transcripts have, and which words are said most, the trash left out.
  /// It may read for a second or so in a large library, and no other call waits for it.
  ///
  /// - Parameter mostFrequent: How many of the most frequent words to return. Words of one or two
  ///   letters and ``WordStatistics/stopWords`` are left out.
  public var wordStatistics: @Sendable (_ mostFrequent: Int) async throws -> WordStatistics

  /// How often the engine has heard something again for the current transcripts.
  public var repairs: @Sendable () async throws -> RepairStatistics

  // MARK: Transcriptions to be made

  /// A memo's newest job, if it is unfinished or failed.
  public var job: @Sendable (_ of: Recording.ID) async throws -> TranscriptionJob?

  /// The newest job of each memo that has an unfinished or failed one, oldest first.
  public var jobs: @Sendable () async throws -> [TranscriptionJob]

  /// The jobs that were done since a moment, the last one first; of each memo the newest job only.
  public var finishedJobs: @Sendable (_ since: Date) async throws -> [TranscriptionJob]

  /// What is kept of a job so far, in the order of speech, without the first `after` segments.
  /// Nothing for a job that is not there.
  public var keptSegments:
    @Sendable (_ of: TranscriptionJob.ID, _ after: Int) async throws -> [Segment]

  /// Adds a job for a memo that is in the library. It takes the place of one that waits or is
  /// being done.
  public var enqueue: @Sendable (_ job: TranscriptionJob) async throws -> Void

  /// Claims the oldest job that nobody works on, for as long as ``JobLease`` says. It is not reported
  /// by ``changes``: only the job changes, and not the list of memos.
  ///
  /// - Parameter among: The only memos whose jobs may be taken, or `nil` for any.
  public var claimJob: @Sendable (_ among: Set<Recording.ID>?) async throws -> TranscriptionJob?

  /// Keeps segments as they are decoded, and with them from where to go on after them; without a
  /// checkpoint, an earlier one is forgotten. Renews the lease.
  ///
  /// - Throws: ``DatabaseError/notFound(_:)`` for a job that is not this client's any more: it was
  ///   ended, replaced or claimed by another, or its memo was forgotten. Nothing is kept then.
  public var appendSegments:
    @Sendable (
      _ segments: [Segment], _ to: TranscriptionJob.ID, _ checkpoint: TranscriptionCheckpoint?,
      _ progress: Double
    ) async throws -> Void

  /// Renews the lease of a job that this client has claimed. To be called a few times in the length
  /// of a lease while the job is done.
  ///
  /// It is not reported by ``changes`` of this process.
  ///
  /// - Throws: ``DatabaseError/notFound(_:)`` as ``appendSegments`` does.
  public var renewJob: @Sendable (_ id: TranscriptionJob.ID) async throws -> Void

  /// Ends a job that this client has claimed, or puts it back.
  ///
  /// - Throws: ``DatabaseError/notFound(_:)`` as ``appendSegments`` does, and
  ///   ``DatabaseError/changedMeanwhile(_:)`` as ``TranscriptionJob/Outcome`` says.
  public var endJob:
    @Sendable (_ id: TranscriptionJob.ID, _ outcome: TranscriptionJob.Outcome) async throws -> Void

  // MARK: Watched folders

  /// The files outside the library that were kept in mind by ``keepTakenFile``, in the order of
  /// their paths.
  public var takenFiles: @Sendable () async throws -> [TakenFile]

  /// Keeps in mind that a file was taken into the library, or cannot be. It takes the place of
  /// what was known of a file at that path.
  public var keepTakenFile: @Sendable (_ file: TakenFile) async throws -> Void

  // MARK: Other libraries

  /// Takes in memos of another library, with all that it knew of them, in one transaction. Their
  /// sound must be there already. A job that was being done waits again.
  ///
  /// - Returns: What became of each, in their order.
  public var adopt: @Sendable (_ memos: [ArchivedMemo]) async throws -> [ArchivedMemo.Adoption]

  /// All that is known of these memos, in the order of the ids; those that are not there are left
  /// out.
  public var archived: @Sendable (_ ids: [Recording.ID]) async throws -> [ArchivedMemo]

  /// What is in the database file at `url`, in this version's form, as a library of its own that
  /// ends with the client. The file is read at the first use, and never changed.
  public var contents: @Sendable (_ of: URL) -> DatabaseClient = { _ in DatabaseClient() }

  /// The library whose database is, or is to be, the file at `url`.
  public var library: @Sendable (_ at: URL) -> DatabaseClient = { _ in DatabaseClient() }

  /// Removes a memo that another library has taken in, whether it is in the trash or not.
  ///
  /// - Throws: ``DatabaseError/changedMeanwhile(_:)`` where it is not as it was archived,
  ///   ``DatabaseError/notFound(_:)`` where it is not there. Nothing is changed then.
  public var remove: @Sendable (_ memo: ArchivedMemo) async throws -> Void

  /// Writes the whole database, as it is at one moment, into one new file, which is on the disk when
  /// this returns. Of an unchanged library two such files are the same, byte for byte, and of a
  /// changed one they are where it has not changed.
  public var snapshot: @Sendable (_ to: URL) async throws -> Void

  // MARK: The webhook

  /// Who is told of what happens in the library; `nil` where nobody is.
  public var webhook: @Sendable () async throws -> Webhook?

  /// Has an address told of what happens from now on, and of what waits to be told; with `nil`
  /// nobody is, and what waits is forgotten.
  public var setWebhook: @Sendable (_ url: URL?) async throws -> Void

  /// Claims the oldest event that may be sent by now. Another process may claim it after `until`,
  /// should this one not end it before.
  public var claimWebhookEvent: @Sendable (_ at: Date, _ until: Date) async throws -> WebhookEvent?

  /// Says what became of an event that was claimed.
  public var endWebhookEvent:
    @Sendable (_ id: String, _ outcome: WebhookEvent.Outcome) async throws -> Void

  // MARK: Who reaches the library from elsewhere

  /// The tokens that open the library, by name.
  public var accessTokens: @Sendable () async throws -> [AccessToken]

  /// Has a token open the library.
  ///
  /// - Returns: Whether it was added: not where one of that name is there.
  public var addAccessToken: @Sendable (_ token: AccessToken, _ sha256: String) async throws -> Bool

  /// Has a token open the library no longer.
  ///
  /// - Returns: Whether there was one of that name.
  public var removeAccessToken: @Sendable (_ name: String) async throws -> Bool

  /// The token that is shown, and that it was used, to the minute.
  public var accessToken: @Sendable (_ sha256: String, _ usedAt: Date) async throws -> AccessToken?

  /// The links that open a memo, oldest first. One that has expired may be among them.
  public var shareLinks: @Sendable (_ of: Recording.ID) async throws -> [ShareLink]

  /// Has a link open its memo until it expires. Links of any memo that have expired by the time that
  /// it is made are forgotten.
  ///
  /// - Returns: Whether it was made, which it is not where another link has its id or its secret.
  /// - Throws: ``DatabaseError/notFound(_:)`` where there is no such memo.
  public var addShareLink: @Sendable (_ link: ShareLink, _ sha256: String) async throws -> Bool

  /// Has a link open its memo no longer.
  ///
  /// - Returns: Whether the memo had such a link.
  public var removeShareLink:
    @Sendable (_ id: ShareLink.ID, _ of: Recording.ID) async throws -> Bool

  /// The memo that a link opens at a moment. `nil` where no link has that secret, where it has
  /// expired, and where the memo is in the trash.
  public var sharedMemo: @Sendable (_ sha256: String, _ at: Date) async throws -> Recording?

  // MARK: Voices

  /// The voices that a person had remembered, by their names.
  public var voices: @Sendable () async throws -> [RememberedVoice]

  /// Remembers how a speaker of a transcript sounds, in the place of a voice of the same name, however
  /// that is spelled.
  ///
  /// - Returns: Whether how they sound was kept with the transcript.
  /// - Throws: ``DatabaseError/notFound(_:)`` where there is no such transcript or speaker.
  public var rememberVoice:
    @Sendable (_ of: Speaker.ID, _ in: Transcription.ID, _ name: String, _ at: Date) async throws
      -> Bool

  /// Forgets how somebody sounds, or with `nil` how everybody does: what was remembered, and what
  /// transcripts have of it, as ``VoicesToForget`` says. What a person calls speakers stays.
  public var forgetVoices: @Sendable (_ of: String?) async throws -> VoiceErasure

  // MARK: Upkeep

  /// Brings all that was written into the library's one file, so that a copy of it is whole, unless
  /// another program uses the library. To be called when a program is about to end; a later use
  /// opens the library again.
  public var close: @Sendable () async -> Void = {}

  /// Reads the whole database and returns what is wrong with it, a line each; empty when it is
  /// sound.
  public var integrityProblems: @Sendable () async throws -> [String]
}
