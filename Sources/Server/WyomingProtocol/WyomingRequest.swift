public enum WyomingRequest: Hashable, Sendable {
  case describe
  case ping(text: String?)
  case transcribe(Transcribe)
  case audioStart(WyomingAudioFormat)
  case audioChunk(WyomingAudioFormat, [UInt8])
  case audioStop

  public struct Transcribe: Hashable, Sendable {
    public var model: String?
    public var language: String?
    /// Likeliest terms first.
    public var vocabulary: [String]

    public init(model: String? = nil, language: String? = nil, vocabulary: [String] = []) {
      self.model = model
      self.language = language
      self.vocabulary = vocabulary
    }
  }

  /// Returns `nil` for unknown types, which are ignored; throws if the event's data is invalid.
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

/// Interleaved little-endian integers of 2 to 4 bytes (`width`).
public struct WyomingAudioFormat: Hashable, Sendable {
  public let rate: Int
  public let width: Int
  public let channels: Int

  public init?(rate: Int, width: Int, channels: Int) {
    guard (4_000...192_000).contains(rate), (2...4).contains(width), (1...8).contains(channels)
    else { return nil }
    self.rate = rate
    self.width = width
    self.channels = channels
  }

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
  fileprivate func text(_ name: String) -> String? {
    data[name]?.text.flatMap { $0.isEmpty ? nil : $0 }
  }

  fileprivate func texts(_ name: String) -> [String] {
    data[name]?.elements?.compactMap(\.text).filter { !$0.isEmpty } ?? []
  }
}
