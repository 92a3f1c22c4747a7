import ConcurrencyExtras
import Foundation
import SharedModels
import SpeechClient

/// The transcription of one recording. An engine that is lost on the way is replaced as often as
/// the settings allow, and the new one goes on after the last segment.
struct Recognition: Sendable {
  private let request: TranscriptionRequest
  private let pool: EnginePool
  private let give: @Sendable (TranscriptionEvent) async -> Void
  private let state: LockIsolated<State>

  private struct State: Sendable {
    var engine = TranscriptionEngine()
    var fraction = 0.0
    var language: String?
    var model = ""
    var reached: Duration
    var text: String?
    var speech: PlausibleSpeech
  }

  init(
    _ request: TranscriptionRequest, _ pool: EnginePool,
    give: @escaping @Sendable (TranscriptionEvent) async -> Void
  ) {
    self.request = request
    self.pool = pool
    self.give = give
    state = LockIsolated(
      State(
        reached: request.startingAt, text: request.precedingText,
        speech: PlausibleSpeech(from: request.startingAt, until: request.duration)))
  }

  func run() async throws {
    var lossCount = 0
    while true {
      do {
        return try await attempt()
      } catch let loss as EngineLost {
        lossCount += 1
        guard canBegin(after: loss), lossCount <= pool.settings.restartLimit
        else { throw loss.failure }
      }
    }
  }

  private func canBegin(after loss: EngineLost) -> Bool {
    if case .samples = request.audio, loss.hasTakenSamples { return false }
    return loss.isWorthRestarting
  }

  private func attempt() async throws {
    var request = request
    let (reached, text) = state.withValue { ($0.reached, $0.text) }
    request.startingAt = reached
    request.precedingText = text
    // What a first attempt found out holds for the rest.
    request.settings.language = request.settings.language ?? state.value.language
    let summary = try await pool.withEngine { [request] engine in
      let info = await engine.info
      state.withValue { $0.engine = info }
      return try await engine.perform(
        .transcribe(request, isLive: false), samples: request.audio.samples(from: reached),
        from: reached
      ) { try await take($0, heard: $1) }
    }
    await finish(summary)
  }

  private func take(_ event: EngineEvent, heard: Duration?) async throws {
    let event: TranscriptionEvent? = try state.withValue { state in
      switch event {
      case .started(let model):
        state.model = model
        return .started(SpeechEngineInfo(engine: state.engine, model: model))
      case .language(let language, let probability):
        guard state.language == nil
        else { return nil }
        state.language = language
        return .language(language, probability: probability)
      case .segment(let segment):
        let ordered = try state.speech.take(segment, heard: heard)
        state.reached = ordered.end
        state.text = ordered.text
        return .segment(ordered)
      case .progress(let fraction, _):
        guard fraction > state.fraction
        else { return nil }
        state.fraction = fraction
        return .progress(fraction)
      default:
        return nil
      }
    }
    if let event { await give(event) }
  }

  private func finish(_ summary: EngineSummary) async {
    let state = state.value
    await give(
      .finished(
        TranscriptionSummary(
          cpuTime: summary.cpuTime, duration: summary.duration, engine: state.engine,
          language: summary.language ?? state.language, model: state.model,
          peakMemory: summary.peakMemory, settings: request.settings,
          wallTime: summary.wallTime)))
  }
}
