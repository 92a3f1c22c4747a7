import ConcurrencyExtras
import SharedModels
import SpeechClient

/// Makes results of what an engine says about speech that goes on.
struct LiveDelivery: Sendable {
  typealias Continuation = AsyncThrowingStream<SpeechRecognitionResult, any Error>.Continuation

  private let continuation: Continuation
  private let request: SpeechRecognitionRequest
  private let state: LockIsolated<State>

  private struct State: Sendable {
    var language: String?
    var model = ""
    var segments: [Segment] = []
    var times: MonotonicTimes
  }

  init(_ request: SpeechRecognitionRequest, _ continuation: Continuation) {
    self.continuation = continuation
    self.request = request
    state = LockIsolated(State(times: MonotonicTimes(from: request.startTime)))
  }

  func take(_ event: EngineEvent) {
    switch event {
    case .started(let model):
      state.withValue { $0.model = model }
    case .language(let language, _):
      state.withValue { $0.language = language }
    case .segment(let segment):
      state.withValue { $0.segments.append($0.times.ordered(segment)) }
    case .partial(let segment, let settled) where request.shouldReportPartialResults:
      let ordered = state.withValue { state in
        // A copy: words that may still change may come back earlier the next time.
        var times = state.times
        return times.ordered(segment)
      }
      report(and: ordered, settled: settled, isFinal: false)
    default:
      break
    }
  }

  /// Reports the final result.
  func finish() {
    report(isFinal: true)
  }

  private func report(and last: Segment? = nil, settled: Int = 0, isFinal: Bool) {
    let state = state.value
    let count = state.segments.reduce(0) { $0 + $1.words.count }
    let tail = last.flatMap { $0.words.isEmpty && $0.text.isEmpty ? nil : [$0] } ?? []
    let transcription = Transcription(
      language: state.language, model: state.model, segments: state.segments + tail,
      settings: request.settings)
    continuation.yield(
      SpeechRecognitionResult(
        bestTranscription: transcription, isFinal: isFinal, settledWordCount: count + settled,
        speechRecognitionMetadata: SpeechRecognitionMetadata(transcription)))
  }
}
