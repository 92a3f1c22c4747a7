public struct TranscriptionDetails: Codable, Equatable, Sendable {
  /// Where the model ran, such as `cuda`, and with which numbers, such as `int8_float16`.
  public var device: String?
  /// The audio has no words, but something that may be speech.
  public var hasFaintSpeech: Bool
  /// The model knows one language, and the speech is probably in another one.
  public var isForeign: Bool
  public var precision: String?
  /// The speakers' turns as the engine found them, by start; empty if it found none.
  public var turns: [VoiceTurn]

  public init(
    device: String? = nil, hasFaintSpeech: Bool = false, isForeign: Bool = false,
    precision: String? = nil, turns: [VoiceTurn] = []
  ) {
    self.device = device
    self.hasFaintSpeech = hasFaintSpeech
    self.isForeign = isForeign
    self.precision = precision
    self.turns = turns
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      device: try container.decodeIfPresent(String.self, forKey: .device),
      hasFaintSpeech: try container.decode(.hasFaintSpeech, default: false),
      isForeign: try container.decode(.isForeign, default: false),
      precision: try container.decodeIfPresent(String.self, forKey: .precision),
      turns: try container.decode(.turns, default: []))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(device, forKey: .device)
    if hasFaintSpeech { try container.encode(true, forKey: .hasFaintSpeech) }
    if isForeign { try container.encode(true, forKey: .isForeign) }
    try container.encodeIfPresent(precision, forKey: .precision)
    if !turns.isEmpty { try container.encode(turns, forKey: .turns) }
  }

  private enum CodingKeys: String, CodingKey {
    case device, hasFaintSpeech, isForeign, precision, turns
  }
}
