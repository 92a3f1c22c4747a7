import ConcurrencyExtras
import Foundation
import SharedModels
import SpeechClient

/// The transcription of one recording. An engine that is lost on the way is replaced, and goes on
/// after the last segment, as often as the settings allow.
struct Recognition: Sendable {
  private let request: TranscriptionRequest
  private let pool: EnginePool
  private let yield: @Sendable (TranscriptionEvent) -> Void
  private let state: LockIsolated<State>

  private struct State: Sendable {
    var engine = TranscriptionEngine()
    var fraction = 0.0
    var hasStarted = false
    var language: String?
    var model = ""
    var reached: Duration
    var text: String?
    var time: TimeLine
  }

  init(
    _ request: TranscriptionRequest, _ pool: EnginePool,
    yield: @escaping @Sendable (TranscriptionEvent) -> Void
  ) {
    self.request = request
    self.pool = pool
    self.yield = yield
    state = LockIsolated(
      State(
        reached: request.startingAt, text: request.precedingText,
        time: TimeLine(from: request.startingAt)))
  }

  func run() async throws {
    var lossCount = 0
    while true {
      do {
        return try await attempt()
      } catch let loss as EngineLost {
        lossCount += 1
        guard loss.isWorthRestarting, lossCount <= pool.settings.restartLimit
        else { throw loss.failure }
      }
    }
  }

  private func attempt() async throws {
    var request = request
    let (reached, text) = state.withValue { ($0.reached, $0.text) }
    request.startingAt = reached
    request.precedingText = text
    // What a first attempt found out holds for the rest.
    request.settings.language = request.settings.language ?? state.value.language
    let message = EngineRequest(request)
    let samples: (any AsyncSequence<[Float], any Error> & Sendable)? =
      if case .samples(let samples) = request.audio { samples } else { nil }
    let done = try await pool.withEngine { engine in
      let info = await engine.info
      state.withValue { $0.engine = info }
      return try await engine.perform(message, samples: samples) { take($0) }
    }
    finish(done)
  }

  private func take(_ event: EngineEvent) {
    let events: [TranscriptionEvent] = state.withValue { state in
      switch event.event {
      case "started":
        guard !state.hasStarted
        else { return [] }
        state.hasStarted = true
        state.model = event.model ?? ""
        return [.started(SpeechEngineInfo(engine: state.engine, model: state.model))]
      case "language":
        guard state.language == nil, let language = event.language
        else { return [] }
        state.language = language
        return [.language(language, probability: event.probability ?? 1)]
      case "segment":
        let segment = state.time.segment(event)
        state.reached = segment.end
        state.text = segment.text
        return [.segment(segment)]
      case "progress":
        guard let done = event.done, let total = event.total, total > 0, done.isFinite
        else { return [] }
        let fraction = min(max(done / total, 0), 1)
        guard fraction > state.fraction
        else { return [] }
        state.fraction = fraction
        return [.progress(fraction)]
      default:
        return []
      }
    }
    events.forEach(yield)
  }

  private func finish(_ done: EngineEvent) {
    func seconds(_ value: Double?) -> Duration {
      value.flatMap { Duration(secondsToMillisecond: $0) } ?? .zero
    }
    let state = state.value
    yield(
      .finished(
        TranscriptionSummary(
          cpuTime: seconds(done.cpu), duration: seconds(done.seconds), engine: state.engine,
          language: done.language ?? state.language, model: state.model,
          peakMemory: done.peak_memory ?? 0, settings: request.settings,
          wallTime: seconds(done.wall))))
  }
}
