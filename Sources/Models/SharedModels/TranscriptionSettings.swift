/// What the engine was told, kept with each transcription so that it can be made again.
public struct TranscriptionSettings: Codable, Equatable, Sendable {
  /// How many hypotheses the decoder follows at once; 1 is greedy and fastest.
  public var beamSize: Int
  /// The language asked for, as a code such as `en`; `nil` lets the engine find out.
  public var language: String?
  /// How speakers are told apart; `nil` where they are not.
  public var speakers: SpeakerSettings?
  /// Names and terms to expect, given to the engine as a prompt.
  public var vocabulary: String?
  /// Whether silence is cut out first, so that no text is invented for it.
  public var voiceActivityFilter: Bool

  /// Creates a value from its properties.
  public init(
    beamSize: Int = 5,
    language: String? = nil,
    speakers: SpeakerSettings? = nil,
    vocabulary: String? = nil,
    voiceActivityFilter: Bool = true
  ) {
    self.beamSize = beamSize
    self.language = language
    self.speakers = speakers
    self.vocabulary = vocabulary
    self.voiceActivityFilter = voiceActivityFilter
  }

  /// Decodes a value; what an older version did not write has a default.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      beamSize: try container.decode(.beamSize, default: 5),
      language: try container.decodeIfPresent(String.self, forKey: .language),
      speakers: try container.decodeIfPresent(SpeakerSettings.self, forKey: .speakers),
      vocabulary: try container.decodeIfPresent(String.self, forKey: .vocabulary),
      voiceActivityFilter: try container.decode(.voiceActivityFilter, default: true))
  }
}
