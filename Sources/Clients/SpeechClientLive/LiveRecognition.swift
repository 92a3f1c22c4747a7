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
    try await pool.withEngine { [request] engine in
      let start = await engine.isTakingKnownWords ? place.withKnownWords : place.withoutWords
      var request = request
      request.precedingText = start.text
      request.settings.language = request.settings.language ?? place.language
      request.startingAt = start.time
      _ = try await engine.perform(
        .transcribeLive(request, known: start.known), samples: sound.samples(from: start.time),
        from: start.time
      ) { event, received in
        try await delivery.process(event, received: received)
        switch event {
        case .partial, .segment: await sound.discard(before: delivery.place.withKnownWords.time)
        default: break
        }
      }
    }
  }
}
