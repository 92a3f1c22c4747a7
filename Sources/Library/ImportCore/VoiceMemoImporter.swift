import AudioFileClient
import Dependencies
import SharedModels
public import VoiceMemosClient

/// Imports a memo from Apple's Voice Memos, with its transcript and its folder as a tag.
public struct VoiceMemoImporter: Sendable {
  public struct NotDownloaded: Error, Equatable, CustomStringConvertible {
    public let name: String

    public var description: String {
      "the audio of '\(name)' is not in the folder; open it in Voice Memos to download it"
    }
  }

  public static let engineName = "apple-voice-memos"

  @Dependency(\.date.now) private var now
  @Dependency(\.uuid) private var uuid
  @Dependency(\.voiceMemos) private var voiceMemos

  public init() {}

  /// - Throws: ``NotDownloaded``, and errors of ``Importer``.
  public func callAsFunction(
    _ memo: VoiceMemo, details: MemoDetails = MemoDetails(), job: JobRequest? = .fromSettings
  ) async throws -> Importer.Outcome {
    var details = details
    details.date = details.date ?? memo.date
    details.tags += memo.folder.map { [$0] } ?? []
    details.title = details.title ?? memo.title
    let speech = try await voiceMemos.transcript(in: memo.file)
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
