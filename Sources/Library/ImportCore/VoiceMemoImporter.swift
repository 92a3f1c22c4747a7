import AudioFileClient
import Dependencies
import SharedModels
public import VoiceMemosClient

/// Takes a memo of Apple's Voice Memos into the library, with its title, its date, its folder as a
/// tag, and the transcript that it has.
public struct VoiceMemoImporter: Sendable {
  /// Why it is not in the library.
  public struct NotDownloaded: Error, Equatable, CustomStringConvertible {
    /// The memo's title, or the name of its file.
    public let name: String

    public var description: String {
      "the audio of '\(name)' is not in the folder; open it in Voice Memos to download it"
    }
  }

  /// The name of the engine that has made the transcripts of Voice Memos.
  public static let engineName = "apple-voice-memos"

  @Dependency(\.date.now) private var now
  @Dependency(\.uuid) private var uuid
  @Dependency(\.voiceMemos) private var voiceMemos

  public init() {}

  /// Makes a memo of it, and a job to transcribe it if it has no transcript.
  ///
  /// - Parameters:
  ///   - memo: The memo.
  ///   - details: What is known better than there.
  ///   - job: What to ask of the speech engine, or `nil` to leave the memo without a transcript.
  /// - Throws: ``NotDownloaded``, and what ``Importer`` throws.
  public func callAsFunction(
    _ memo: VoiceMemo, details: MemoDetails = MemoDetails(), job: JobRequest? = .usual
  ) async throws -> Importer.Outcome {
    var details = details
    details.date = details.date ?? memo.date
    details.tags += memo.folder.map { [$0] } ?? []
    details.title = details.title ?? memo.title
    let speech = try await voiceMemos.speech(in: memo.file)
    details.transcription = speech.map {
      Transcription(
        id: Transcription.ID(uuid()), createdAt: now,
        engine: TranscriptionEngine(name: Self.engineName), language: $0.language,
        segments: $0.segments)
    }
    do {
      return try await Importer()(memo.file, details: details, job: job)
    } catch AudioFileError.missing(memo.file.path) {
      throw NotDownloaded(name: memo.title ?? memo.file.lastPathComponent)
    }
  }
}
