import ConcurrencyExtras
import Foundation
import SharedModels
import SpeechClient

/// Live text of one recording. An engine that is lost on the way is replaced: what was settled stays,
/// and the new one hears all that came after it.
struct LiveRecognition: Sendable {
  private let delivery: LiveDelivery
  private let pool: EnginePool
  private let request: SpeechRecognitionRequest
  private let sound: LiveSound

  init(
    _ request: SpeechRecognitionRequest, _ pool: EnginePool,
    give: @escaping @Sendable (SpeechRecognitionResult) async -> Void
  ) {
    delivery = LiveDelivery(request, give: give)
    self.pool = pool
    self.request = request
    sound = LiveSound(from: request.startTime)
  }

  /// Nothing more is recorded. What was still is recognized.
  func endAudio() async {
    await sound.end()
  }

  func run() async throws {
    let samples = request.audio.samples(from: request.startTime)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await sound.fill(from: samples) }
      defer { group.cancelAll() }
      try await recognize()
    }
    await delivery.finish()
  }

  private func recognize() async throws {
    // Without anything settled in between, another engine will not do better.
    var lossCount = 0
    while true {
      let place = delivery.place
      do {
        return try await attempt(from: place)
      } catch let loss as EngineLost {
        delivery.beginAgain()
        lossCount = delivery.place.time > place.time ? 1 : lossCount + 1
        guard loss.isWorthRestarting, lossCount <= pool.settings.restartLimit
        else { throw loss }
      }
    }
  }

  private func attempt(from place: LiveDelivery.Place) async throws {
    let operation = EngineRequest.Operation.transcribe(
      TranscriptionRequest(
        audio: request.audio, model: request.model, precedingText: place.text,
        settings: request.settings, startingAt: place.time),
      isLive: true)
    try await pool.withEngine { engine in
      _ = try await engine.perform(
        operation, samples: sound.samples(from: place.time), from: place.time
      ) { event, heard in
        try await delivery.take(event, heard: heard)
        if case .segment = event { await sound.forget(before: delivery.place.time) }
      }
    }
  }
}
