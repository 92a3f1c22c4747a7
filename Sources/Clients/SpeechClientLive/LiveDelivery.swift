import ConcurrencyExtras
import SharedModels
import SpeechClient

struct LiveDelivery: Sendable {
  private let emit: @Sendable (SpeechRecognitionResult) async -> Void
  private let request: TranscriptionRequest
  private let state: LockIsolated<State>

  private struct State: Sendable {
    var received: Duration
    var language: String?
    var model = ""
    var segments: [Segment] = []
    var settled: Segment?
    var validator: OutputValidator
  }

  struct Place {
    var received: Duration
    var language: String?
    var settled: Duration
    fileprivate var segments: ArraySlice<Segment>

    struct Start {
      var known: [Word] = []
      var text: String?
      var time: Duration
    }

    /// Begins between words, since the audio at the end of the settled words may be a part of the next.
    var withKnownWords: Start {
      let words = segments.flatMap(\.words)
      let count = words.reversed().prefix { $0.start > settled - LiveDelivery.longestKnown }.count
      guard count > 0, withoutWords.time == settled
      else { return withoutWords }
      let known = words.suffix(count)
      let before = words.dropLast(count)
      return Start(
        known: Array(known),
        text: before.isEmpty ? nil : before.map(\.text).joinedAsText(),
        time: before.last.map { $0.end + (known[known.startIndex].start - $0.end) / 2 }
          ?? known[known.startIndex].start)
    }

    var withoutWords: Start {
      Start(
        text: segments.isEmpty ? nil : segments.map(\.text).joinedAsText(),
        time: max(settled, received - LiveDelivery.longestUnsettled))
    }
  }

  /// Audio that yields no word for this long is not kept for a replacement engine.
  static let longestUnsettled = Duration.seconds(60)

  private static let longestKnown = Duration.seconds(2)
  private static let contextCount = 12

  init(
    _ request: TranscriptionRequest,
    emit: @escaping @Sendable (SpeechRecognitionResult) async -> Void
  ) {
    self.emit = emit
    self.request = request
    state = LockIsolated(State(received: .zero, validator: OutputValidator(from: .zero)))
  }

  func process(_ event: EngineEvent, received: Duration?) async throws {
    switch event {
    case .started(let model):
      state.withValue { $0.model = model }
    case .language(let language, _):
      state.withValue { $0.language = language }
    case .segment(let segment):
      try state.withValue { state in
        state.segments.append(try state.validator.validate(segment, received: received))
        state.settled = nil
      }
    case .partial(let segment, let settled, let processed):
      // Words that may still change may have earlier times in the next event.
      let ordered = state.withValue { state in
        state.received = max(state.received, min(processed ?? .zero, received ?? .zero))
        let ordered = state.validator.clamped(segment, received: received)
        state.settled = ordered.beginning(settled)
        return ordered
      }
      await report(and: ordered, settled: settled, isFinal: false)
    default:
      break
    }
  }

  var place: Place {
    state.withValue { state in
      Place(
        received: state.received, language: state.language,
        settled: state.segments.last?.end ?? .zero,
        segments: state.segments.suffix(Self.contextCount))
    }
  }

  func restart() {
    state.withValue { state in
      guard let settled = state.settled.take()
      else { return }
      if let segment = try? state.validator.validate(settled, received: settled.end) {
        state.segments.append(segment)
      }
    }
  }

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
    await emit(
      SpeechRecognitionResult(
        bestTranscription: transcription, isFinal: isFinal, settledWordCount: count + settled))
  }
}

extension Segment {
  fileprivate func beginning(_ count: Int) -> Segment? {
    guard count > 0, let last = words.prefix(count).last
    else { return nil }
    return Segment(
      start: start, end: last.end, text: words.prefix(count).map(\.text).joinedAsText(),
      words: Array(words.prefix(count)))
  }
}
