import Foundation
import SharedModels
import SpeechClient

/// A message from the engine, checked against Documentation.docc/SpeechEngineProtocol.md.
struct EngineMessage: Decodable, Sendable {
  var event: EngineEvent
  var name: String
  var requestID: String?
}

enum EngineEvent: Sendable {
  case canceled
  /// The time and the state to resume from. All segments before it are done.
  case checkpoint(Duration, state: String)
  case done(EngineSummary)
  case error(SpeechClient.Failure)
  case language(String, probability: Double)
  /// Words since the last segment, and the time up to which audio was processed.
  case partial(Segment, settledWordCount: Int, received: Duration?)
  case progress(Double, Duration)
  case ready(EngineGreeting)
  case segment(Segment)
  case speakers(EngineSpeakers)
  case started(model: String)
  case unknown
  /// The audio that the engine is ready to hold, from the start of the stream.
  case want(Duration)

  var isLast: Bool {
    switch self {
    case .canceled, .done, .error: true
    default: false
    }
  }
}

struct EngineGreeting: Sendable {
  var checkpoints: String?
  var device: SpeechDevice?
  var engine: TranscriptionEngine
  /// Live text can begin with audio whose words are settled.
  var isTakingKnownWords: Bool
  var models: [SpeechModel]
  var protocolVersion: Int?
  var voices: EngineVoices?
}

struct EngineSpeakers: Decodable, Sendable {
  struct Speaker: Decodable, Sendable {
    var embedding: [Float]
  }

  var model: String
  var same: Float
  var speakers: [Speaker]
  var turns: [VoiceTurn]?
  var words: [Int?]?
}

struct EngineSummary: Sendable {
  var hasFaintSpeech: Bool
  var isForeign: Bool
  var language: String?
  /// Installed models now, the default first; empty if not reported.
  var models: [SpeechModel]
  var otherModels: [SpeechModel]
  var repairs: Int
}

extension EngineMessage {
  fileprivate enum CodingKeys: String, CodingKey {
    case checkpoints, code, device, done, end, engine, event, faint, foreign, hint, id, known
    case language, message, model, models, others, probability
    case protocolVersion = "protocol"
    case repairs, seconds, settled, speakers, start, state, text, total, version, words
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
        // The code is required, but an invalid one is ignored.
        try languageCode(fields.decode(String.self, forKey: .language)).map {
          .language(
            $0,
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
      device: try fields.decodeIfPresent(EngineDevice.self, forKey: .device)?.device,
      engine: TranscriptionEngine(
        name: try fields.name(.engine) ?? "", version: try fields.name(.version) ?? ""),
      isTakingKnownWords: try fields.decodeIfPresent(Bool.self, forKey: .known) ?? false,
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
      received: try fields.decodeSeconds(.done))
  }

  private static func summary(_ fields: Fields) throws -> EngineSummary {
    EngineSummary(
      hasFaintSpeech: try fields.decodeIfPresent(Bool.self, forKey: .faint) ?? false,
      isForeign: try fields.decodeIfPresent(Bool.self, forKey: .foreign) ?? false,
      language: try fields.language(),
      models: try models(fields, .models),
      otherModels: try models(fields, .others),
      repairs: max(0, try fields.decodeIfPresent(Int.self, forKey: .repairs) ?? 0))
  }

  private static func words(_ fields: Fields) throws -> [Word] {
    try fields.decodeIfPresent([EngineWord].self, forKey: .words)?.map(\.word) ?? []
  }
}

private struct EngineDevice: Decodable {
  let device: SpeechDevice

  private enum CodingKeys: String, CodingKey {
    case name, precision, reason
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    device = SpeechDevice(
      name: try fields.decode(String.self, forKey: .name).asName,
      precision: try fields.name(.precision), reason: try fields.name(.reason))
  }
}

private struct EngineWord: Decodable {
  let word: Word

  private enum CodingKeys: String, CodingKey {
    case end, probability, start, text
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    let probability = try fields.decodeIfPresent(Double.self, forKey: .probability) ?? 1
    word = Word(
      text: try fields.decode(String.self, forKey: .text).withoutControls
        .trimmingCharacters(in: .whitespaces),
      start: try fields.decodeRequiredSeconds(.start),
      end: try fields.decodeRequiredSeconds(.end),
      confidence: min(max(probability, 0), 1))
  }
}

/// `nil` unless it has BCP 47 form: subtags of 1 to 8 letters and digits, at most 35 characters.
func languageCode(_ text: String) -> String? {
  let parts = text.split(separator: "-", omittingEmptySubsequences: false)
  let isValid =
    text.utf8.count <= 35
    && parts.allSatisfy { part in
      (1...8).contains(part.utf8.count)
        && part.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || $0.isLetter }
    }
  return isValid ? text : nil
}

extension UInt8 {
  fileprivate var isLetter: Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
  }
}

extension KeyedDecodingContainer<EngineMessage.CodingKeys> {
  fileprivate func language() throws -> String? {
    try decodeIfPresent(String.self, forKey: .language).flatMap(languageCode)
  }
}

extension KeyedDecodingContainer {
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
