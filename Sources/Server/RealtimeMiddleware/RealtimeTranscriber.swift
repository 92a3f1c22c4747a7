import Dependencies
import ImportCore
import MiddlewareHelpers
import RealtimeProtocol
import ServerRouter
import SharedModels
import SharedSettings
import Sharing
import SoundReceiving
import SpeechClient
import WebSocketServer

struct RealtimeItem: Sendable {
  let id: String
  let hasLogProbabilities: Bool
  let sound: ReceivedAudio
  let transcription: RealtimeTranscription
}

struct RealtimeTranscriber: Sendable {
  @Dependency(\.speechClient) private var speechClient

  private let output: RealtimeOutput

  init(_ output: RealtimeOutput) {
    self.output = output
  }

  /// Sends the transcript or its failure. Throws if the connection is gone, or on cancellation.
  func transcribe(_ item: RealtimeItem) async throws {
    do {
      try await output.send(.completed(completed(item)))
    } catch let failure as WebSocketFailure {
      throw failure
    } catch {
      try Task.checkCancellation()
      let problem = ServerProblem.logged(transcribing: error, named: "the audio")
      let isOurs = problem.status.rawValue >= 500
      try await output.send(
        .failed(
          RealtimeProblem(
            "transcription_failed", problem.detail, kind: isOurs ? .server : .client),
          item: item.id))
    }
  }

  private func completed(_ item: RealtimeItem) async throws -> RealtimeServerEvent.Completed {
    var sound = item.sound
    var completed = RealtimeServerEvent.Completed("", item: item.id, duration: sound.duration)
    completed.probabilities = item.hasLogProbabilities ? [] : nil
    guard let (audio, duration) = try await sound.finished()
    else { return completed }
    let job = await job(item.transcription)
    let request = TranscriptionRequest(
      audio: audio, duration: duration, likelyLanguages: await LikelyLanguages().ofLibrary(),
      model: job.model, settings: job.settings)
    var isFinished = false
    for try await event in speechClient.transcribe(request) {
      if case .finished(let summary) = event {
        isFinished = true
        completed.language = summary.language
      }
      for segment in event.segments {
        let words = item.hasLogProbabilities ? segment.words.map(WordProbability.init) : nil
        let delta = completed.text.continuation(with: segment.text)
        completed.text += delta
        completed.probabilities? += words ?? []
        try await output.send(.delta(delta, item: item.id, words))
      }
    }
    try Task.checkCancellation()
    guard isFinished
    else { throw SpeechClient.Failure.taskError }
    return completed
  }

  private func job(_ asked: RealtimeTranscription) async -> JobRequest {
    let vocabulary = ([asked.prompt ?? ""] + asked.keywords).filter { !$0.isEmpty }
      .joined(separator: ", ")
    return JobRequest(
      model: await speechClient.knownModel(asked.model), quality: .fast,
      settings: TranscriptionSettings(
        beamSize: 1, language: asked.language.flatMap(LanguageName.normalized),
        vocabulary: vocabulary.isEmpty ? nil : vocabulary)
    ).completed(by: SharedReader(.settings).wrappedValue)
  }
}
