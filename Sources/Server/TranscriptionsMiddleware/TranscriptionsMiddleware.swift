import Dependencies
import Foundation
public import HTTPMessages
import ImportCore
import LibraryFolder
import MiddlewareHelpers
import MultipartForm
import RealtimeProtocol
import ServerRouter
import SharedModels
import SharedSettings
import Sharing
import SpeechClient
import TranscriptExport
import TranscriptionCore

/// Transcription of uploaded audio, compatible with OpenAI's API.
public struct TranscriptionsMiddleware: Sendable {
  @Dependency(\.libraryFolder) private var folder
  @Dependency(\.speechClient) private var speechClient

  private let keeps: Bool

  /// If `keeps`, the audio becomes a memo.
  public init(keeps: Bool) {
    self.keeps = keeps
  }

  public func transcribe(_ request: HTTPRequest) async throws -> HTTPResponse {
    var form: TranscriptionForm
    do {
      try LibraryFolder.make(folder.root)
      form = try await TranscriptionForm(request, folder: folder.root)
    } catch let error as MultipartError {
      throw ServerProblem.invalidRequest(error.description)
    }
    form.job.model = await speechClient.knownModel(form.job.model)
    form.job = form.job.completed(by: SharedReader(.settings).wrappedValue)
    form.job.settings.channels = false
    form.job.settings.speakers = form.format == .diarizedJSON ? SpeakerSettings() : nil
    let file = form.file
    do {
      let recording = try await FileTranscriber().memo(of: file.url, named: form.fileName).recording
      let known = try await voices(of: form.known)
      if form.isStreamed { return stream(recording, file, form, knownVoices: known) }
      let transcription = try await FileTranscriber().transcription(
        of: recording, in: file.url, model: form.job.model, settings: form.job.settings,
        knownVoices: known, likelyLanguages: await LikelyLanguages().ofLibrary())
      try await keep(transcription, file, form)
      return try reply(recording, transcription, form)
    } catch {
      throw ServerProblem(transcribing: error, named: form.fileName)
    }
  }

  public func translate() throws -> HTTPResponse {
    throw ServerProblem(
      .badRequest, .noTranslation,
      detail: "this server cannot translate: request a transcription instead")
  }

  public func models() async throws -> HTTPResponse {
    try .json(ModelList(data: await speechClient.installedModels().map(ModelList.Model.init)))
  }

  /// Clients check that the model exists before they send its name with audio.
  public func model(_ name: String) async throws -> HTTPResponse {
    if SpeechClient.openAIModels.contains(name) { return try .json(ModelList.Model(id: name)) }
    let names = await speechClient.installedModels()
    guard names.contains(name)
    else {
      var problem = ServerProblem(
        .notFound, .unknownModel,
        detail: """
          this server has no model with that name: use one of \((names + ["whisper-1"])
            .joined(separator: ", "))
          """)
      problem.openAICode = "model_not_found"
      problem.parameter = "model"
      throw problem
    }
    return try .json(ModelList.Model(id: name))
  }

  /// The voices are used for this response only.
  private func voices(of known: [KnownSpeaker]) async throws -> [NamedVoice] {
    var voices: [NamedVoice] = []
    for speaker in known {
      let (what, file) = ("the reference for '\(speaker.name)'", speaker.reference.url)
      let voice: Voice?
      do {
        let sound = try await FileTranscriber().memo(of: file, named: what).recording
        let seconds = sound.duration.secondsToMillisecond
        guard KnownSpeakers.seconds.contains(seconds)
        else {
          throw KnownSpeakers.problem(
            "\(what) is \(seconds) seconds long: it must be 2 to 10 seconds long")
        }
        voice = try await FileTranscriber().voice(in: file, of: sound)
      } catch {
        throw ServerProblem(transcribing: error, named: what)
      }
      guard let voice
      else { throw KnownSpeakers.problem("no speech detected in \(what)") }
      voices.append(NamedVoice(name: speaker.name, voice: voice))
    }
    return voices
  }

  private func keep(
    _ transcription: Transcription, _ file: ReceivedFile, _ form: TranscriptionForm
  ) async throws {
    guard keeps
    else { return }
    _ = try await Importer()(
      file.url, named: form.fileName, details: MemoDetails(transcription: transcription))
  }

  private func reply(
    _ recording: Recording, _ transcription: Transcription, _ form: TranscriptionForm
  ) throws -> HTTPResponse {
    switch form.format {
    case .diarizedJSON: try .json(DiarizedTranscriptionReply(transcription, recording))
    case .json:
      try .json(
        TranscriptionReply(
          transcription, recording, hasLogProbabilities: form.hasLogProbabilities))
    case .verboseJSON:
      try .json(
        VerboseTranscriptionReply(transcription, recording, granularities: form.granularities))
    case .text: HTTPResponse(text: transcription.text + "\n")
    case .srt: try text(recording, transcription, as: .srt)
    case .vtt: try text(recording, transcription, as: .vtt)
    }
  }

  private func text(
    _ recording: Recording, _ transcription: Transcription, as format: ExportFormat
  ) throws -> HTTPResponse {
    HTTPResponse(
      headers: ["Content-Type": format.mediaType],
      content: .bytes(Array(try export(recording, transcription, as: format).utf8)))
  }

  private func stream(
    _ recording: Recording, _ file: ReceivedFile, _ form: TranscriptionForm,
    knownVoices known: [NamedVoice]
  ) -> HTTPResponse {
    let (events, continuation) = AsyncStream<TranscriptionStreamEvent>.makeStream()
    let words = { @Sendable (segments: [Segment]) in
      form.hasLogProbabilities ? segments.flatMap(\.words).map(WordProbability.init) : nil
    }
    let work = Task {
      do {
        let transcriber = FileTranscriber()
        let last = LastText()
        let transcription = try await transcriber.transcription(
          of: recording, in: file.url, model: form.job.model, settings: form.job.settings,
          knownVoices: known, likelyLanguages: await LikelyLanguages().ofLibrary(),
          onSegment: { segment in
            continuation.yield(.delta(await last.piece(for: segment.text), words([segment])))
          })
        try await keep(transcription, file, form)
        for turn in form.format == .diarizedJSON ? SpokenTurn.all(of: transcription) : [] {
          continuation.yield(.turn(turn))
        }
        continuation.yield(.done(transcription.text, words(transcription.segments)))
      } catch {
        let problem = ServerProblem.logged(transcribing: error, named: form.fileName)
        continuation.yield(.error(problem.detail))
      }
      continuation.finish()
    }
    continuation.onTermination = { _ in work.cancel() }
    return .events {
      var iterator = events.makeAsyncIterator()
      guard let event = await iterator.next()
      else { return nil }
      let json = try JSONEncoder.speechMemo.encode(event)
      var bytes = ServerSentEvent(String(decoding: json, as: UTF8.self)).bytes
      if event.isLast { bytes += ServerSentEvent("[DONE]").bytes }
      return bytes[...]
    }
  }
}

/// Keeps the end of the text, to begin the next chunk with a space where needed.
private actor LastText {
  private var end = ""

  func piece(for text: String) -> String {
    defer { if let last = text.last { end = String(last) } }
    return end.continuation(with: text)
  }
}
