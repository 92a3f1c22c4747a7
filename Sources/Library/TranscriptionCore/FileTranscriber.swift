import AudioFileClient
import DatabaseClient
import Dependencies
public import Foundation
import POSIX
public import SharedModels
import SpeakerCore
import SpeechClient

/// Transcribes files without a library. Consecutive files share one engine.
public struct FileTranscriber: Sendable {
  @Dependency(\.audioFile) private var audioFile
  @Dependency(\.database.voices) private var voices
  @Dependency(\.date.now) private var now
  @Dependency(\.speechClient) private var speechClient
  @Dependency(\.uuid) private var uuid

  public init() {}

  /// - Returns: `track` is the audio track that the file's URL selects, if it has several.
  public func memo(
    of file: URL, named name: String
  ) async throws -> (recording: Recording, isTruncated: Bool, track: Int?) {
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
    return (recording, info.isTruncated, info.track)
  }

  public func voice(in file: URL, of recording: Recording) async throws -> Voice? {
    try await SpeakerFinder().voice(in: file, duration: recording.duration)
  }

  /// Transcribes a file. `report` gets the progress from 0 to 1. If speaker detection fails, there
  /// are none unless `speakersFailed` throws. Throws errors of engine, audio and `onSegment`.
  public func transcription(
    of recording: Recording, in file: URL, model: String?, settings: TranscriptionSettings,
    knownVoices known: [NamedVoice] = [], likelyLanguages: [String] = [],
    report: @Sendable (Double) async -> Void = { _ in },
    onSegment: @Sendable (Segment) async throws -> Void = { _ in },
    speakersFailed: @Sendable (any Error) async throws -> Void = { throw $0 }
  ) async throws -> Transcription {
    let file = file.audioTrack(settings.track)
    var transcription = Transcription(
      id: Transcription.ID(uuid()), createdAt: now, segments: [], settings: settings)
    var segments: [Segment] = []
    var isFinished = false
    let request = TranscriptionRequest(
      audio: audioFile.speech(in: file),
      duration: recording.duration, likelyLanguages: likelyLanguages, model: model,
      settings: settings)
    for try await event in speechClient.transcribe(request) {
      switch event {
      case .finished(let summary):
        isFinished = true
        transcription.details = summary.details
        transcription.engine = summary.engine
        transcription.language = summary.language
        transcription.model = summary.model
        transcription.repairs = summary.repairs
      case .progress(let fraction):
        await report(fraction)
      case .passage(let passage, _):
        for segment in passage { try await onSegment(segment) }
        segments += passage
      case .language, .started:
        break
      }
    }
    try Task.checkCancellation()
    guard isFinished
    else { throw SpeechClient.Failure.taskError }
    transcription.segments = segments
    guard settings.mayHaveSpeakers(of: recording.audio)
    else { return transcription }
    do {
      let hasSpeakers = try await SpeakerFinder().setSpeakers(
        of: &transcription, audio: file, duration: recording.duration, settings, knownVoices: known)
      // Names are optional: the library may be unavailable here.
      if hasSpeakers, settings.speakers?.keepsVoices == true, let voices = try? await voices.all() {
        transcription.speakers = transcription.speakers.recognized(by: voices)
      }
    } catch {
      try Task.checkCancellation()
      try await speakersFailed(error)
    }
    return transcription
  }
}
