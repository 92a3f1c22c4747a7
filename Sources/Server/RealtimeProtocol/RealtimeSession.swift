public struct RealtimeSession: Hashable, Sendable {
  public var format: RealtimeFormat = .pcm
  public var hasLogProbabilities = false
  public var transcription: RealtimeTranscription? = RealtimeTranscription()
  /// `nil` if the client commits the audio itself.
  public var turns: RealtimeTurns? = RealtimeTurns()

  public init() {}
}

public struct RealtimeTranscription: Hashable, Sendable {
  public var keywords: [String] = []
  public var language: String?
  public var model: String?
  public var prompt: String?

  public init() {}
}

public struct RealtimeTurns: Hashable, Sendable {
  /// Milliseconds of audio kept from before the speech.
  public var prefix = 300
  /// Milliseconds of silence that end a turn.
  public var silence = 500
  /// From 0 to 1.
  public var threshold = 0.5

  public init() {}
}

public enum RealtimeFormat: String, CaseIterable, Sendable {
  /// 16-bit little-endian.
  case pcm = "audio/pcm"
  case pcma = "audio/pcma"
  case pcmu = "audio/pcmu"

  public var rate: Int { self == .pcm ? 24_000 : 8_000 }

  var oldName: String {
    switch self {
    case .pcm: "pcm16"
    case .pcma: "g711_alaw"
    case .pcmu: "g711_ulaw"
    }
  }
}
