import AudioFileClient
import DatabaseClient
import Dependencies
public import Foundation
import POSIX
public import SharedModels
import SpeakerCore
import SpeechClient

/// Turns the speech in a file into text without a library: nothing is kept.
///
/// Files that are given one after the other are worked on by one engine.
public struct FileTranscriber: Sendable {
  @Dependency(\.audioFile) private var audioFile
  @Dependency(\.database) private var database
  @Dependency(\.date.now) private var now
  @Dependency(\.speechClient) private var speechClient
  @Dependency(\.uuid) private var uuid

  /// Creates a transcriber over the current dependencies.
  public init() {}

  /// A file as the memo that it would be in a library.
  ///
  /// - Parameters:
  ///   - file: The file, which is only read.
  ///   - name: What it is called, for the memo's title.
  /// - Returns: The memo, and whether the file ends before its sound does.
  /// - Throws: What the sound's reader says of a file that is none.
  public func memo(
    of file: URL, named name: String
  ) async throws -> (recording: Recording, isCutOff: Bool) {
    let info = try await audioFile.probe(url: file)
    let name = name.showingBytes
    let date = (try? fileStatus(of: file.path)).map { status in
      Date(timeIntervalSince1970: Double(status.st_mtim.tv_sec))
    }
    let stem = URL(fileURLWithPath: name).deletingPathExtension().lastPathComponent
    let recording = Recording(
      id: Recording.ID(uuid()),
      audio: AudioFile(
        byteCount: info.byteCount, channelCount: info.channelCount, fileName: name,
        format: info.format, sampleRate: info.sampleRate),
      date: date ?? now, duration: info.duration,
      provenance: .imported(fileName: name, date: date), title: stem)
    return (recording, info.isTruncated)
  }

  /// How somebody sounds who speaks alone in a file; `nil` where nobody speaks.
  public func voice(in file: URL, of recording: Recording) async throws -> Voice? {
    try await SpeakerFinder().voice(in: file, duration: recording.duration)
  }

  /// What is said in a file, and by whom, if the settings ask for that.
  ///
  /// - Parameters:
  ///   - recording: What ``memo(of:named:)`` says of the file.
  ///   - file: The file.
  ///   - model: The model to use, or `nil` for the engine's own.
  ///   - settings: What to tell the engine.
  ///   - known: Who sounds like one of them has that name.
  ///   - report: Told how much has been heard, from 0 to 1.
  ///   - hear: Told each stretch of speech as it is decoded.
  ///   - speakersFailed: Told why speakers could not be told apart; the text is returned without them
  ///     unless it throws.
  /// - Throws: What the engine or the sound's reader says, and `CancellationError` in a task that is
  ///   cancelled.
  public func transcription(
    of recording: Recording, in file: URL, model: String?, settings: TranscriptionSettings,
    knowing known: [NamedVoice] = [],
    report: @Sendable (Double) async -> Void = { _ in },
    hear: @Sendable (Segment) async -> Void = { _ in },
    speakersFailed: @Sendable (any Error) async throws -> Void = { throw $0 }
  ) async throws -> Transcription {
    var transcription = Transcription(
      id: Transcription.ID(uuid()), createdAt: now, segments: [], settings: settings)
    var segments: [Segment] = []
    var isFinished = false
    let request = TranscriptionRequest(
      audio: .recording { [audioFile] in audioFile.decode(url: file, startingAt: $0) },
      duration: recording.duration, model: model, settings: settings)
    for try await event in speechClient.transcribe(request) {
      switch event {
      case .finished(let summary):
        isFinished = true
        transcription.engine = summary.engine
        transcription.language = summary.language
        transcription.model = summary.model
        transcription.repairs = summary.repairs
      case .progress(let fraction):
        await report(fraction)
      case .passage, .segment:
        for segment in event.segments { await hear(segment) }
        segments += event.segments
      case .language, .started:
        break
      }
    }
    try Task.checkCancellation()
    guard isFinished
    else { throw SpeechClient.Failure.taskError }
    transcription.segments = segments
    guard let speakers = settings.speakers, !transcription.words.isEmpty
    else { return transcription }
    do {
      try await SpeakerFinder().tellApart(
        in: &transcription, hearing: file, duration: recording.duration, speakers, knowing: known)
      // Who it may be is no reason to fail: a library may not tell its voices here.
      if speakers.keepsVoices, let voices = try? await database.voices() {
        transcription.speakers = transcription.speakers.recognized(by: voices)
      }
    } catch {
      try Task.checkCancellation()
      try await speakersFailed(error)
    }
    return transcription
  }
}
