import Foundation
import SharedModels
import SpeechClient

/// A message from the engine, checked against Documentation.docc/SpeechEngineProtocol.md.
struct EngineMessage: Decodable, Sendable {
  var event: EngineEvent
  /// What the engine calls the event.
  var name: String
  /// The request that it is about; `nil` where it is about the engine itself.
  var requestID: String?
}

/// What an engine tells.
enum EngineEvent: Sendable {
  case canceled
  /// All segments before it are done; from where to go on after them, and in which state.
  case checkpoint(Duration, state: String)
  case done(EngineSummary)
  case error(SpeechClient.Failure)
  case language(String, probability: Double)
  /// The words since the last segment, the first of which will not change, and up to which time in the
  /// recording the sound was heard; `nil` where that is not told.
  case partial(Segment, settledWordCount: Int, heard: Duration?)
  /// How much is done, from 0 to 1, and up to which time in the recording.
  case progress(Double, Duration)
  case ready(EngineGreeting)
  case segment(Segment)
  case speakers(EngineSpeakers)
  case started(model: String)
  /// Something that only a newer protocol knows.
  case unknown
  /// How much sound the engine is ready to hold, from the start of the stream.
  case want(Duration)

  /// Whether it is the last about its request.
  var isLast: Bool {
    switch self {
    case .canceled, .done, .error: true
    default: false
    }
  }
}

/// What an engine says when it is ready.
struct EngineGreeting: Sendable {
  /// The form of its checkpoints; `nil` for an engine that gives none.
  var checkpoints: String?
  var engine: TranscriptionEngine
  /// The weights that are at hand, the default first.
  var models: [SpeechModel]
  var protocolVersion: Int?
  /// By what it tells speakers apart; `nil` for an engine that does not.
  var voices: EngineVoices?
}

/// Who speaks in a recording, in an engine's terms.
struct EngineSpeakers: Decodable, Sendable {
  struct Speaker: Decodable, Sendable {
    var embedding: [Float]
  }

  var model: String
  var same: Float
  var speakers: [Speaker]
  /// For each word that was asked for the number of its speaker.
  var words: [Int?]?
}

/// What an engine says at the end of a request.
struct EngineSummary: Sendable {
  var cpuTime: Duration
  var duration: Duration
  var language: String?
  /// The weights that the engine knows besides those of its greeting.
  var otherModels: [SpeechModel]
  var peakMemory: Int64
  /// How often it has put right what it had heard badly.
  var repairs: Int
  var wallTime: Duration
}

// MARK: - Decoding

extension EngineMessage {
  fileprivate enum CodingKeys: String, CodingKey {
    case checkpoints, code, cpu, done, end, engine, event, hint, id, language, message, model,
      models, others
    case peakMemory = "peak_memory"
    case probability
    case protocolVersion = "protocol"
    case repairs, seconds, settled, speakers, start, state, text, total, version, wall, words
  }

  private typealias Fields = KeyedDecodingContainer<CodingKeys>

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    name = try fields.decode(String.self, forKey: .event).asName
    requestID = try fields.decodeIfPresent(String.self, forKey: .id)
    event =
      switch name {
      case "canceled": .canceled
      case "checkpoint":
        .checkpoint(
          try fields.decodeRequiredSeconds(.start),
          state: try fields.decode(String.self, forKey: .state))
      case "done": .done(try Self.summary(fields))
      case "error": .error(try Self.failure(fields))
      case "language":
        // The code is required, and one that cannot be one says nothing.
        try LanguageCode(fields.decode(String.self, forKey: .language)).map {
          .language(
            $0.text,
            probability: try fields.decodeIfPresent(Double.self, forKey: .probability) ?? 1)
        } ?? .unknown
      case "partial": try Self.partial(fields)
      case "progress":
        .progress(try Self.fraction(fields), try fields.decodeRequiredSeconds(.done))
      case "ready": .ready(try Self.greeting(fields))
      case "segment":
        .segment(
          Segment(
            start: try fields.decodeRequiredSeconds(.start),
            end: try fields.decodeRequiredSeconds(.end),
            text: try fields.decode(String.self, forKey: .text).withoutControls,
            words: try Self.words(fields),
            language: try fields.language()))
      case "speakers": .speakers(try EngineSpeakers(from: decoder))
      case "started":
        .started(model: try fields.decode(String.self, forKey: .model).asName)
      case "want": .want(try fields.decodeRequiredSeconds(.seconds))
      default: .unknown
      }
  }

  private static func failure(_ fields: Fields) throws -> SpeechClient.Failure {
    let code = try fields.decodeIfPresent(String.self, forKey: .code) ?? ""
    let hint = try fields.name(.hint)
    let message =
      try fields.name(.message)
      ?? "the speech engine reported an error without a message"
    return switch code {
    case "bad-request", "language-unsupported": .request(message: message, hint: hint)
    case _ where code.hasPrefix("audio-"): .audio(message: message, hint: hint)
    case _ where code.hasPrefix("weights-"): .weights(message: message, hint: hint)
    default: .engine(message: message, hint: hint)
    }
  }

  private static func fraction(_ fields: Fields) throws -> Double {
    let done = try fields.decode(Double.self, forKey: .done)
    let total = try fields.decode(Double.self, forKey: .total)
    return total > 0 ? min(max(done / total, 0), 1) : 0
  }

  private static func greeting(_ fields: Fields) throws -> EngineGreeting {
    EngineGreeting(
      checkpoints: try fields.name(.checkpoints),
      engine: TranscriptionEngine(
        name: try fields.name(.engine) ?? "", version: try fields.name(.version) ?? ""),
      models: try models(fields, .models),
      protocolVersion: try fields.decodeIfPresent(Int.self, forKey: .protocolVersion),
      voices: try fields.decodeIfPresent(EngineVoices.self, forKey: .speakers))
  }

  private static func models(_ fields: Fields, _ key: CodingKeys) throws -> [SpeechModel] {
    try fields.decodeIfPresent([EngineModel].self, forKey: key)?.map(\.model) ?? []
  }

  private static func partial(_ fields: Fields) throws -> EngineEvent {
    let words = try words(fields)
    let settled = try fields.decodeIfPresent(Int.self, forKey: .settled) ?? 0
    return .partial(
      Segment(
        start: words.first?.start ?? .zero, end: words.last?.end ?? .zero,
        text: try fields.decode(String.self, forKey: .text).withoutControls, words: words),
      settledWordCount: min(max(settled, 0), words.count),
      heard: try fields.decodeSeconds(.done))
  }

  private static func summary(_ fields: Fields) throws -> EngineSummary {
    EngineSummary(
      cpuTime: try fields.decodeSeconds(.cpu) ?? .zero,
      duration: try fields.decodeSeconds(.seconds) ?? .zero,
      language: try fields.language(),
      otherModels: try models(fields, .others),
      peakMemory: try fields.decodeIfPresent(Int64.self, forKey: .peakMemory) ?? 0,
      repairs: max(0, try fields.decodeIfPresent(Int.self, forKey: .repairs) ?? 0),
      wallTime: try fields.decodeSeconds(.wall) ?? .zero)
  }

  private static func words(_ fields: Fields) throws -> [Word] {
    try fields.decodeIfPresent([EngineWord].self, forKey: .words)?.map(\.word) ?? []
  }
}

/// A word in the protocol's terms.
private struct EngineWord: Decodable {
  let word: Word

  private enum CodingKeys: String, CodingKey {
    case end, probability, start, text
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    let probability = try fields.decodeIfPresent(Double.self, forKey: .probability) ?? 1
    word = Word(
      text: try fields.decode(String.self, forKey: .text).withoutControls.withoutOuterSpaces,
      start: try fields.decodeRequiredSeconds(.start),
      end: try fields.decodeRequiredSeconds(.end),
      confidence: min(max(probability, 0), 1))
  }
}

/// A language as engines name it, such as `en` or `pt-BR`.
struct LanguageCode {
  let text: String

  /// `nil` where that is no code: letters and digits in parts of one to eight, and no more than 35
  /// characters in all, as the standard for language tags has it.
  init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard text.utf8.count <= 35,
      parts.allSatisfy({ part in
        (1...8).contains(part.utf8.count)
          && part.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || $0.isLetter }
      })
    else { return nil }
    self.text = text
  }
}

extension UInt8 {
  fileprivate var isLetter: Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
  }
}

extension String {
  fileprivate var withoutOuterSpaces: String {
    guard first?.isWhitespace == true || last?.isWhitespace == true
    else { return self }
    return trimmingCharacters(in: .whitespaces)
  }
}

extension KeyedDecodingContainer<EngineMessage.CodingKeys> {
  /// What is spoken; `nil` where nothing is said of it, or what is no code.
  fileprivate func language() throws -> String? {
    try decodeIfPresent(String.self, forKey: .language).flatMap { LanguageCode($0)?.text }
  }
}

extension KeyedDecodingContainer {
  /// A name or a line for a person; `nil` if there is none.
  fileprivate func name(_ key: Key) throws -> String? {
    try decodeIfPresent(String.self, forKey: key)?.asName
  }

  fileprivate func decodeRequiredSeconds(_ key: Key) throws -> Duration {
    guard let duration = try decodeSeconds(key)
    else {
      throw DecodingError.keyNotFound(
        key, DecodingError.Context(codingPath: codingPath, debugDescription: "it is required"))
    }
    return duration
  }
}
