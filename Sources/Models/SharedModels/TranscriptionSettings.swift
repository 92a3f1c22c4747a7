public struct TranscriptionSettings: Codable, Equatable, Sendable {
  /// Hypotheses that the decoder follows at once; 1 is greedy and fastest.
  public var beamSize: Int
  /// Whether each channel of stereo audio is a speaker; `nil` decides by whether they overlap.
  public var channels: Bool?
  /// A code such as `en`; `nil` detects the language.
  public var language: String?
  public var speakers: SpeakerSettings?
  /// An audio track, counted from 1; `nil` for the first with sound.
  public var track: Int?
  public var vocabulary: String?
  /// Whether to cut out silence first, so that no text is invented for it.
  public var voiceActivityFilter: Bool

  public init(
    beamSize: Int = 5,
    channels: Bool? = nil,
    language: String? = nil,
    speakers: SpeakerSettings? = nil,
    track: Int? = nil,
    vocabulary: String? = nil,
    voiceActivityFilter: Bool = true
  ) {
    self.beamSize = beamSize
    self.channels = channels
    self.language = language
    self.speakers = speakers
    self.track = track
    self.vocabulary = vocabulary
    self.voiceActivityFilter = voiceActivityFilter
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      beamSize: try container.decode(.beamSize, default: 5),
      channels: try container.decodeIfPresent(Bool.self, forKey: .channels),
      language: try container.decodeIfPresent(String.self, forKey: .language),
      speakers: try container.decodeIfPresent(SpeakerSettings.self, forKey: .speakers),
      track: try container.decodeIfPresent(Int.self, forKey: .track),
      vocabulary: try container.decodeIfPresent(String.self, forKey: .vocabulary),
      voiceActivityFilter: try container.decode(.voiceActivityFilter, default: true))
  }
}
