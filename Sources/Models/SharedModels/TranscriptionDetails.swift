/// What an engine reports of a transcription besides its text.
public struct TranscriptionDetails: Codable, Equatable, Sendable {
  /// Whether audio without words has something that may be speech.
  public var hasFaintSpeech: Bool

  public init(hasFaintSpeech: Bool = false) {
    self.hasFaintSpeech = hasFaintSpeech
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(hasFaintSpeech: try container.decode(.hasFaintSpeech, default: false))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    if hasFaintSpeech { try container.encode(true, forKey: .hasFaintSpeech) }
  }

  private enum CodingKeys: String, CodingKey {
    case hasFaintSpeech
  }
}
