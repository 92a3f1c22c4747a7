public import SharedModels

/// A recording whose speakers are to be told apart.
public struct SpeakersRequest: Sendable {
  /// The sound.
  public var audio: SpeechAudio
  /// How many speakers there are, of ``SpeakerSettings/counts``; `nil` lets the engine find out.
  public var count: Int?
  /// The recording's length, for progress.
  public var duration: Duration?
  /// The words whose speakers are wanted, by their times, in the order of speech.
  public var words: [Range<Duration>]

  /// Creates a value from its properties.
  public init(
    audio: SpeechAudio, count: Int? = nil, duration: Duration? = nil, words: [Range<Duration>] = []
  ) {
    self.audio = audio
    self.count = count
    self.duration = duration
    self.words = words
  }
}

/// Who speaks in a recording.
public struct RecordingSpeakers: Equatable, Sendable {
  /// How alike two voices are when they are of one person; see ``Voice/likeness(to:)``.
  public var sameLikeness: Float
  /// How each speaker sounds, in the order in which they first speak; `nil` where the engine does not
  /// say.
  public var voices: [Voice?]
  /// For each word of the request the number of its speaker; `nil` where nobody speaks.
  public var words: [Int?]

  /// Creates a value from its properties.
  public init(sameLikeness: Float, voices: [Voice?], words: [Int?]) {
    self.sameLikeness = sameLikeness
    self.voices = voices
    self.words = words
  }
}

extension RecordingSpeakers {
  /// Two speakers who take turns every three words, for clients without an engine.
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
