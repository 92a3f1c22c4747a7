import ConcurrencyExtras
import SharedModels
import SpeechClient

/// Transcribes one recording. A lost engine's successor resumes at the last checkpoint or segment.
struct Recognition: Sendable {
  private let request: TranscriptionRequest
  private let pool: EnginePool
  private let emit: @Sendable (TranscriptionEvent) async -> Void
  private let state: LockIsolated<State>

  private static let segmentLimit = 1000
  private static let stateLimit = 65536

  fileprivate struct State: Sendable {
    var fraction = 0.0
    /// Segments since the last checkpoint, delivered with the next one: a new engine repeats them.
    var held: [Segment] = []
    var maker: String?
    var place: Place
    var summary = TranscriptionSummary()
    var validator: OutputValidator
  }

  fileprivate struct Place: Sendable {
    var checkpoint: TranscriptionCheckpoint?
    var reached: Duration
    var validator: OutputValidator
    var text: String?
  }

  init(
    _ request: TranscriptionRequest, _ pool: EnginePool,
    emit: @escaping @Sendable (TranscriptionEvent) async -> Void
  ) {
    self.request = request
    self.pool = pool
    self.emit = emit
    let validator = OutputValidator(from: request.startingAt, until: request.duration)
    state = LockIsolated(
      State(
        place: Place(
          checkpoint: request.checkpoint, reached: request.startingAt, validator: validator,
          text: request.precedingText),
        validator: validator))
  }

  func run() async throws {
    try await pool.restarting(on: request.audio, attempt)
  }

  private func attempt() async throws {
    let summary = try await pool.withEngine { engine in
      let (info, device) = await (engine.info, engine.device)
      var wanted = self.request
      wanted.model = await engine.model(for: wanted, resuming: state.value.place.checkpoint)
      let maker = await engine.checkpointMaker(wanted)
      let busyCount = await pool.busyCount
      let request = state.withValue { [wanted] state in
        var request = state.begin(
          wanted, by: info, on: device, checkpointMaker: maker)
        request.concurrency = max(request.concurrency, busyCount)
        return request
      }
      return try await engine.perform(
        .transcribe(request, isLive: false), samples: request.samples, from: request.start
      ) { try await process($0, received: $1) }
    }
    await finish(summary)
  }

  private func process(_ event: EngineEvent, received: Duration?) async throws {
    let event: TranscriptionEvent? = try state.withValue { state in
      switch event {
      case .started(let model):
        state.summary.model = model
        return .started(SpeechEngineInfo(engine: state.summary.engine, model: model))
      case .language(let language, let probability):
        guard state.summary.language == nil
        else { return nil }
        state.summary.language = language
        return .language(language, probability: probability)
      case .checkpoint(let start, let text) where state.maker != nil:
        return state.reach(text.utf8.count <= Self.stateLimit ? (start, text) : nil)
      case .segment(let segment):
        state.held.append(try state.validator.validate(segment, received: received))
        // An engine that promises checkpoints may send none; its segments still count.
        return state.maker == nil || state.held.count >= Self.segmentLimit ? state.reach(nil) : nil
      case .progress(let fraction, _):
        guard fraction > state.fraction
        else { return nil }
        state.fraction = fraction
        return .progress(fraction)
      default:
        return nil
      }
    }
    if let event { await emit(event) }
  }

  private func finish(_ end: EngineSummary) async {
    if let rest = state.withValue({ $0.reach(nil) }) { await emit(rest) }
    var summary = state.value.summary
    summary.language = end.language ?? summary.language
    summary.repairs = end.repairs
    summary.details.hasFaintSpeech = end.hasFaintSpeech
    summary.details.isForeign = end.isForeign
    await emit(.finished(summary))
  }
}

extension Recognition.State {
  fileprivate mutating func begin(
    _ request: TranscriptionRequest, by engine: TranscriptionEngine, on device: SpeechDevice?,
    checkpointMaker maker: String?
  ) -> TranscriptionRequest {
    summary.engine = engine
    summary.details.device = device?.name
    summary.details.precision = device?.precision
    self.maker = maker
    held = []
    validator = place.validator
    // Other engines and versions can't read the state.
    if place.checkpoint?.maker != maker { place.checkpoint = nil }
    var request = request
    request.checkpoint = place.checkpoint
    request.precedingText = place.text
    request.startingAt = place.reached
    request.settings.language = request.settings.language ?? summary.language
    return request
  }

  fileprivate mutating func reach(
    _ checkpoint: (start: Duration, state: String)?
  ) -> TranscriptionEvent? {
    let segments = held
    held = []
    place = Recognition.Place(
      checkpoint: checkpoint.flatMap { start, state in
        maker.map { TranscriptionCheckpoint(maker: $0, start: start, state: state) }
      },
      reached: segments.last?.end ?? place.reached, validator: validator,
      text: segments.last?.text ?? place.text)
    return segments.isEmpty ? nil : .passage(segments, place.checkpoint)
  }
}
