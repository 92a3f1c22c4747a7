import ConcurrencyExtras
import SharedModels
import SpeechClient

/// Speaker detection in one recording. If an engine is lost, another starts over.
struct SpeakerRecognition: Sendable {
  private let pool: EnginePool
  private let request: SpeakersRequest

  private static let longestEmbedding = 4_096

  init(_ request: SpeakersRequest, _ pool: EnginePool) {
    self.pool = pool
    self.request = request
  }

  func run() async throws -> RecordingSpeakers {
    try await pool.restarting(on: request.audio, attempt)
  }

  private func attempt() async throws -> RecordingSpeakers {
    let found = LockIsolated<EngineSpeakers?>(nil)
    try await pool.withEngine { engine in
      guard await engine.supportsSpeakerDetection
      else {
        throw SpeechClient.Failure.request(
          message: "the speech engine does not support speaker detection",
          hint: pool.settings.speakersHint)
      }
      _ = try await engine.perform(
        .speakers(request), samples: request.audio.samples(from: .zero)
      ) { event, _ in
        if case .speakers(let speakers) = event { found.setValue(speakers) }
      }
    }
    guard let found = found.value
    else { throw SpeechClient.Failure.taskError }
    return try speakers(found)
  }

  private func speakers(_ found: EngineSpeakers) throws -> RecordingSpeakers {
    let words = found.words ?? []
    let turns = found.turns ?? []
    guard words.count == request.words.count,
      found.speakers.count <= SpeakerSettings.counts.upperBound,
      words.allSatisfy({ $0.map(found.speakers.indices.contains) ?? true }),
      turns.allSatisfy({ turn in
        found.speakers.indices.contains(turn.speaker.rawValue) && .zero <= turn.start
          && turn.start <= turn.end
      }),
      found.speakers.allSatisfy({ speaker in
        (1...Self.longestEmbedding).contains(speaker.embedding.count)
          && speaker.embedding.allSatisfy(\.isFinite)
      })
    else {
      throw SpeechClient.Failure.engine(
        message: "the speech engine returned invalid speakers",
        hint: pool.settings.repairHint)
    }
    return RecordingSpeakers(
      sameLikeness: found.same, turns: turns,
      voices: found.speakers.map { Voice(model: found.model, embedding: $0.embedding) },
      words: words)
  }
}
