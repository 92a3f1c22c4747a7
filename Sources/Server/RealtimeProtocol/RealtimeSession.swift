/// What a client and a server have agreed on: how sound is sent, and what is done with it.
public struct RealtimeSession: Hashable, Sendable {
  public var format: RealtimeFormat = .pcm
  /// Whether each word's likelihood is told.
  public var hasLogProbabilities = false
  /// How it is transcribed; `nil` for not at all.
  public var transcription: RealtimeTranscription? = RealtimeTranscription()
  /// How the ends of what is said are found; `nil` where the client tells them.
  public var turns: RealtimeTurns? = RealtimeTurns()

  public init() {}
}

/// How sound is transcribed.
public struct RealtimeTranscription: Hashable, Sendable {
  /// What is likely to be said.
  public var keywords: [String] = []
  /// The code of the language that is spoken.
  public var language: String?
  public var model: String?
  /// What comes before, or terms that are likely to be said.
  public var prompt: String?

  public init() {}
}

/// How the server finds where what is said ends.
public struct RealtimeTurns: Hashable, Sendable {
  /// How much is kept of what comes before, in milliseconds.
  public var prefix = 300
  /// How long it is quiet after the end, in milliseconds.
  public var silence = 500
  /// How loud speech is, from 0 to 1.
  public var threshold = 0.5

  public init() {}
}

/// How sound is sent. It has one channel.
public enum RealtimeFormat: String, CaseIterable, Sendable {
  /// 16 bits, the lower byte first.
  case pcm = "audio/pcm"
  /// A-law of G.711, as in European telephones.
  case pcma = "audio/pcma"
  /// μ-law of G.711, as in American telephones.
  case pcmu = "audio/pcmu"

  /// How many samples a second has.
  public var rate: Int { self == .pcm ? 24_000 : 8_000 }

  /// The name in the protocol's first version.
  var oldName: String {
    switch self {
    case .pcm: "pcm16"
    case .pcma: "g711_alaw"
    case .pcmu: "g711_ulaw"
    }
  }
}
