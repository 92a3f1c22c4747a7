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
    var time: TimeLine
  }

  init(_ request: SpeechRecognitionRequest, _ continuation: Continuation) {
    self.continuation = continuation
    self.request = request
    state = LockIsolated(State(time: TimeLine(from: request.startTime)))
  }

  func take(_ event: EngineEvent) {
    switch event.event {
    case "started":
      state.withValue { $0.model = event.model ?? "" }
    case "language":
      state.withValue { $0.language = event.language }
    case "segment":
      state.withValue { $0.segments.append($0.time.segment(event)) }
    case "partial" where request.shouldReportPartialResults:
      // The words after the settled ones may come back earlier, so they leave no mark in time.
      let (segment, settled) = state.withValue { state in
        var time = state.time
        let count = min(max(event.settled ?? 0, 0), event.words?.count ?? 0)
        return (time.segment(event), count)
      }
      report(and: segment, settled: settled, isFinal: false)
    default:
      break
    }
  }

  /// The same for a recording that is transcribed as a whole.
  func take(_ event: TranscriptionEvent) {
    switch event {
    case .started(let info):
      state.withValue { $0.model = info.model }
    case .language(let language, _):
      state.withValue { $0.language = language }
    case .segment(let segment):
      state.withValue { $0.segments.append(segment) }
      if request.shouldReportPartialResults { report(isFinal: false) }
    case .finished:
      finish()
    case .progress:
      break
    }
  }

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
