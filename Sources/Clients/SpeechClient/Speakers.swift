public import SharedModels

public struct SpeakersRequest: Sendable {
  public var audio: SpeechAudio
  public var count: Int?
  public var duration: Duration?
  public var words: [Range<Duration>]

  public init(
    audio: SpeechAudio, count: Int? = nil, duration: Duration? = nil, words: [Range<Duration>] = []
  ) {
    self.audio = audio
    self.count = count
    self.duration = duration
    self.words = words
  }
}

public struct RecordingSpeakers: Equatable, Sendable {
  /// The ``Voice/likeness(to:)`` from which two voices count as one person.
  public var sameLikeness: Float
  /// By start, with the speakers' indexes as their IDs; empty if the engine returns none.
  public var turns: [VoiceTurn]
  /// In order of first appearance; `nil` for an engine that returns no voices.
  public var voices: [Voice?]
  /// A speaker's index for each requested word; `nil` where there is no speech.
  public var words: [Int?]

  public init(
    sameLikeness: Float, turns: [VoiceTurn] = [], voices: [Voice?], words: [Int?]
  ) {
    self.sameLikeness = sameLikeness
    self.turns = turns
    self.voices = voices
    self.words = words
  }
}

extension RecordingSpeakers {
  static func alternating(_ request: SpeakersRequest) -> Self {
    let count = min(request.count ?? 2, 2)
    return Self(
      sameLikeness: 0.65,
      voices: [[1, 0], [0, 1]].prefix(request.words.count > 3 ? count : 1).map {
        Voice(model: Script.model, embedding: $0)
      },
      words: request.words.indices.map { $0 / 3 % count })
  }
}
