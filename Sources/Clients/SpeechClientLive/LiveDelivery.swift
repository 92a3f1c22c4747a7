import ConcurrencyExtras
import SharedModels
import SpeechClient

/// Makes results of what an engine says about speech that goes on.
struct LiveDelivery: Sendable {
  private let give: @Sendable (SpeechRecognitionResult) async -> Void
  private let request: SpeechRecognitionRequest
  private let state: LockIsolated<State>

  private struct State: Sendable {
    var language: String?
    var model = ""
    var segments: [Segment] = []
    var speech: PlausibleSpeech
  }

  init(
    _ request: SpeechRecognitionRequest,
    give: @escaping @Sendable (SpeechRecognitionResult) async -> Void
  ) {
    self.give = give
    self.request = request
    state = LockIsolated(State(speech: PlausibleSpeech(from: request.startTime)))
  }

  func take(_ event: EngineEvent, heard: Duration?) async throws {
    switch event {
    case .started(let model):
      state.withValue { $0.model = model }
    case .language(let language, _):
      state.withValue { $0.language = language }
    case .segment(let segment):
      try state.withValue { $0.segments.append(try $0.speech.take(segment, heard: heard)) }
    case .partial(let segment, let settled) where request.shouldReportPartialResults:
      // Words that may still change may come back earlier the next time.
      let ordered = state.withValue { $0.speech.ordered(segment, heard: heard) }
      await report(and: ordered, settled: settled, isFinal: false)
    default:
      break
    }
  }

  /// Reports the final result.
  func finish() async {
    await report(isFinal: true)
  }

  private func report(and last: Segment? = nil, settled: Int = 0, isFinal: Bool) async {
    let state = state.value
    let count = state.segments.reduce(0) { $0 + $1.words.count }
    let tail = last.flatMap { $0.words.isEmpty && $0.text.isEmpty ? nil : [$0] } ?? []
    let transcription = Transcription(
      language: state.language, model: state.model, segments: state.segments + tail,
      settings: request.settings)
    await give(
      SpeechRecognitionResult(
        bestTranscription: transcription, isFinal: isFinal, settledWordCount: count + settled,
        speechRecognitionMetadata: SpeechRecognitionMetadata(transcription)))
  }
}
