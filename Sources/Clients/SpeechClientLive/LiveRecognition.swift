import ConcurrencyExtras
import SharedModels
import SpeechClient

/// If an engine is lost, settled text stays and another engine gets all audio after it.
struct LiveRecognition: Sendable {
  private let delivery: LiveDelivery
  private let pool: EnginePool
  private let request: TranscriptionRequest
  private let sound = LiveAudioBuffer()

  /// An engine that processed this much audio counts as working, even without speech in it.
  private static let progressThreshold = Duration.seconds(30)

  init(
    _ request: TranscriptionRequest, _ pool: EnginePool,
    emit: @escaping @Sendable (SpeechRecognitionResult) async -> Void
  ) {
    delivery = LiveDelivery(request, emit: emit)
    self.pool = pool
    self.request = request
  }

  func endAudio() async {
    await sound.end()
  }

  func run() async throws {
    let samples = request.audio.samples(from: .zero)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await sound.fill(from: samples) }
      defer { group.cancelAll() }
      try await recognize()
    }
    await delivery.finish()
  }

  private func recognize() async throws {
    var place = delivery.place
    try await pool.restarting {
      place = delivery.place
      try await attempt(from: place)
    } hasMadeProgress: { _ in
      delivery.restart()
      let now = delivery.place
      return now.settled > place.settled || now.received - place.received >= Self.progressThreshold
    }
  }

  private func attempt(from place: LiveDelivery.Place) async throws {
    var request = request
    request.precedingText = place.text
    request.settings.language = request.settings.language ?? place.language
    request.startingAt = place.time
    try await pool.withEngine { [request] engine in
      _ = try await engine.perform(
        .transcribe(request, isLive: true), samples: sound.samples(from: place.time),
        from: place.time
      ) { event, received in
        try await delivery.process(event, received: received)
        switch event {
        case .partial, .segment: await sound.discard(before: delivery.place.time)
        default: break
        }
      }
    }
  }
}
