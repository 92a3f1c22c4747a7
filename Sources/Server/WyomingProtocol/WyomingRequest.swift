/// What a client asks of a program that understands speech.
public enum WyomingRequest: Hashable, Sendable {
  /// What the program is, and what it can do.
  case describe
  /// Whether it is there: the text is to be sent back.
  case ping(text: String?)
  /// How the sound that follows is to be understood.
  case transcribe(Transcribe)
  /// Sound begins.
  case audioStart(WyomingAudioFormat)
  /// The next sound.
  case audioChunk(WyomingAudioFormat, [UInt8])
  /// The sound is complete.
  case audioStop

  /// How sound is to be understood.
  public struct Transcribe: Hashable, Sendable {
    /// The name of a model, or `nil` for the program's own choice.
    public var model: String?
    /// The code of the language that is spoken, or `nil` where it is not known.
    public var language: String?
    /// Names and terms that are likely to be said, the likeliest first.
    public var vocabulary: [String]

    public init(model: String? = nil, language: String? = nil, vocabulary: [String] = []) {
      self.model = model
      self.language = language
      self.vocabulary = vocabulary
    }
  }

  /// - Parameter event: What has come.
  /// - Returns: `nil` for a kind of event that a program of this kind does not know, and ignores.
  /// - Throws: Where it knows the kind, but not what is said.
  public init?(_ event: WyomingEvent) throws(WyomingError) {
    switch event.type {
    case "describe": self = .describe
    case "ping": self = .ping(text: event.data["text"]?.text)
    case "transcribe":
      self = .transcribe(
        Transcribe(
          model: event.text("name"), language: event.text("language"),
          vocabulary: event.texts("transcript_names") + event.texts("transcript_terms")))
    case "audio-start": self = .audioStart(try WyomingAudioFormat(event))
    case "audio-chunk": self = .audioChunk(try WyomingAudioFormat(event), event.payload)
    case "audio-stop": self = .audioStop
    default: return nil
    }
  }
}

/// How sound is sent: as whole numbers, the lowest byte first, a number for each channel in turn.
public struct WyomingAudioFormat: Hashable, Sendable {
  /// How many frames a second has.
  public let rate: Int
  /// How many bytes a number has: 2, 3 or 4.
  public let width: Int
  public let channels: Int

  /// - Returns: `nil` where it is no format of sound that people speak in.
  public init?(rate: Int, width: Int, channels: Int) {
    guard (4_000...192_000).contains(rate), (2...4).contains(width), (1...8).contains(channels)
    else { return nil }
    self.rate = rate
    self.width = width
    self.channels = channels
  }

  /// How many bytes a frame has.
  public var frameByteCount: Int { width * channels }

  init(_ event: WyomingEvent) throws(WyomingError) {
    func number(_ name: String) throws(WyomingError) -> Int {
      guard let number = event.data[name]?.integer
      else { throw .badValue(name, type: event.type) }
      return number
    }
    let (rate, width) = (try number("rate"), try number("width"))
    guard let format = Self(rate: rate, width: width, channels: try number("channels"))
    else { throw .badValue("rate, width, channels", type: event.type) }
    self = format
  }
}

extension WyomingEvent {
  /// A text that is there and not empty.
  fileprivate func text(_ name: String) -> String? {
    data[name]?.text.flatMap { $0.isEmpty ? nil : $0 }
  }

  fileprivate func texts(_ name: String) -> [String] {
    data[name]?.elements?.compactMap(\.text).filter { !$0.isEmpty } ?? []
  }
}
