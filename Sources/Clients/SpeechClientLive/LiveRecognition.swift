import ConcurrencyExtras
import SharedModels
import SpeechClient

/// If an engine is lost, settled text stays and another engine gets all audio after it.
struct LiveRecognition: Sendable {
  private let delivery: LiveDelivery
  private let pool: EnginePool
  private let request: SpeechRecognitionRequest
  private let sound = LiveAudioBuffer()

  /// An engine that processed this much audio counts as working, even without speech in it.
  private static let progressThreshold = Duration.seconds(30)

  init(
    _ request: SpeechRecognitionRequest, _ pool: EnginePool,
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
      return now.settled > place.settled || now.heard - place.heard >= Self.progressThreshold
    }
  }

  private func attempt(from place: LiveDelivery.Place) async throws {
    var settings = request.settings
    settings.language = settings.language ?? place.language
    let operation = EngineRequest.Operation.transcribe(
      TranscriptionRequest(
        audio: request.audio, model: request.model, precedingText: place.text,
        settings: settings, startingAt: place.time),
      isLive: true)
    try await pool.withEngine { engine in
      _ = try await engine.perform(
        operation, samples: sound.samples(from: place.time), from: place.time
      ) { event, heard in
        try await delivery.process(event, heard: heard)
        switch event {
        case .partial, .segment: await sound.discard(before: delivery.place.time)
        default: break
        }
      }
    }
  }
}
