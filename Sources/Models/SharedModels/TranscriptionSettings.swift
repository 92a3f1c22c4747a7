public struct TranscriptionSettings: Codable, Equatable, Sendable {
  /// Hypotheses that the decoder follows at once; 1 is greedy and fastest.
  public var beamSize: Int
  /// `true` if each channel of stereo audio is a speaker; `nil` decides by whether they overlap.
  public var channels: Bool?
  /// A code such as `en`; `nil` detects the language.
  public var language: String?
  /// The languages that may be detected; `nil` for all.
  public var languages: [String]?
  public var speakers: SpeakerSettings?
  /// An audio track, counted from 1; `nil` for the first with sound.
  public var track: Int?
  public var vocabulary: String?
  public var voiceFilter: VoiceFilter

  public init(
    beamSize: Int = 5,
    channels: Bool? = nil,
    language: String? = nil,
    languages: [String]? = nil,
    speakers: SpeakerSettings? = nil,
    track: Int? = nil,
    vocabulary: String? = nil,
    voiceFilter: VoiceFilter = .normal
  ) {
    self.beamSize = beamSize
    self.channels = channels
    self.language = language
    self.languages = languages
    self.speakers = speakers
    self.track = track
    self.vocabulary = vocabulary
    self.voiceFilter = voiceFilter
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      beamSize: try container.decode(.beamSize, default: 5),
      channels: try container.decodeIfPresent(Bool.self, forKey: .channels),
      language: try container.decodeIfPresent(String.self, forKey: .language),
      languages: try container.decodeIfPresent([String].self, forKey: .languages),
      speakers: try container.decodeIfPresent(SpeakerSettings.self, forKey: .speakers),
      track: try container.decodeIfPresent(Int.self, forKey: .track),
      vocabulary: try container.decodeIfPresent(String.self, forKey: .vocabulary),
      voiceFilter: try VoiceFilter(
        isOn: container.decode(.voiceActivityFilter, default: true),
        level: container.decodeIfPresent(String.self, forKey: .voiceFilter)))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(beamSize, forKey: .beamSize)
    try container.encodeIfPresent(channels, forKey: .channels)
    try container.encodeIfPresent(language, forKey: .language)
    try container.encodeIfPresent(languages, forKey: .languages)
    try container.encodeIfPresent(speakers, forKey: .speakers)
    try container.encodeIfPresent(track, forKey: .track)
    try container.encodeIfPresent(vocabulary, forKey: .vocabulary)
    // Earlier versions know only whether there is a filter.
    try container.encode(voiceFilter != .off, forKey: .voiceActivityFilter)
    if voiceFilter == .low { try container.encode(voiceFilter.rawValue, forKey: .voiceFilter) }
  }

  private enum CodingKeys: String, CodingKey {
    case beamSize, channels, language, languages, speakers, track, vocabulary
    case voiceActivityFilter, voiceFilter
  }
}

extension TranscriptionSettings {
  public var quality: TranscriptionQuality {
    get { beamSize > TranscriptionQuality.fast.beamSize ? .best : .fast }
    set { beamSize = newValue.beamSize }
  }
}

public enum TranscriptionQuality: String, CaseIterable, Codable, Sendable {
  case fast
  case best

  public var beamSize: Int {
    switch self {
    case .fast: 1
    case .best: 5
    }
  }
}

/// Which audio an engine leaves out as silence, so that no text is invented for it.
public enum VoiceFilter: String, CaseIterable, Codable, Sendable {
  case off
  /// Keeps faint speech, and more noise.
  case low
  case normal

  fileprivate init(isOn: Bool, level: String?) {
    self = isOn ? level.flatMap(Self.init(rawValue:)) ?? .normal : .off
  }
}
