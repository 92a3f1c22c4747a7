/// Changes to a session; absent fields keep their values.
public struct RealtimeUpdate: Hashable, Sendable {
  var format: RealtimeFormat?
  var hasLogProbabilities: Bool?
  public var isOld = false
  var transcription: Change<TranscriptionUpdate> = .none
  var turns: Change<TurnsUpdate> = .none

  public func apply(to session: inout RealtimeSession) {
    session.format = format ?? session.format
    session.hasLogProbabilities = hasLogProbabilities ?? session.hasLogProbabilities
    switch transcription {
    case .none: break
    case .off: session.transcription = nil
    case .to(let update): update.apply(to: &session.transcription)
    }
    switch turns {
    case .none: break
    case .off: session.turns = nil
    case .to(let update): update.apply(to: &session.turns)
    }
  }
}

enum Change<Value: Hashable & Sendable>: Hashable, Sendable {
  case none
  case off
  case to(Value)
}

extension KeyedDecodingContainer {
  func change<Value: Decodable>(_ key: Key) throws -> Change<Value> {
    guard contains(key)
    else { return .none }
    return try decodeNil(forKey: key) ? .off : .to(decode(Value.self, forKey: key))
  }
}

struct TranscriptionUpdate: Decodable, Hashable, Sendable {
  let keywords: [String]?
  let language: String?
  let languages: [String]?
  let model: String?
  let prompt: String?

  func apply(to transcription: inout RealtimeTranscription?) {
    var changed = transcription ?? RealtimeTranscription()
    changed.keywords = keywords ?? changed.keywords
    changed.language = language ?? languages?.first ?? changed.language
    changed.model = model ?? changed.model
    changed.prompt = prompt ?? changed.prompt
    transcription = changed
  }
}

struct TurnsUpdate: Decodable, Hashable, Sendable {
  let prefix: Int?
  let silence: Int?
  let threshold: Double?

  private enum CodingKeys: String, CodingKey {
    case threshold, type
    case prefix = "prefix_padding_ms"
    case silence = "silence_duration_ms"
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func path(_ key: CodingKeys) -> String {
      (container.codingPath + [key]).map(\.stringValue).joined(separator: ".")
    }
    func number(_ key: CodingKeys, _ range: ClosedRange<Int>) throws -> Int? {
      guard let number = try container.decodeIfPresent(Int.self, forKey: key)
      else { return nil }
      guard range.contains(number)
      else {
        throw RealtimeProblem.badValue(
          path(key),
          "'\(path(key))' must be from \(range.lowerBound) to \(range.upperBound) milliseconds")
      }
      return number
    }
    let type = try container.decodeIfPresent(String.self, forKey: .type) ?? "server_vad"
    guard type == "server_vad"
    else {
      throw RealtimeProblem.badValue(
        path(.type), "'\(path(.type))' must be 'server_vad', or 'turn_detection' must be null")
    }
    prefix = try number(.prefix, 0...10_000)
    silence = try number(.silence, 20...60_000)
    threshold = try container.decodeIfPresent(Double.self, forKey: .threshold)
    guard threshold.map((0...1).contains) ?? true
    else {
      throw RealtimeProblem.badValue(
        path(.threshold), "'\(path(.threshold))' must be a number from 0 to 1")
    }
  }

  func apply(to turns: inout RealtimeTurns?) {
    var changed = turns ?? RealtimeTurns()
    changed.prefix = prefix ?? changed.prefix
    changed.silence = silence ?? changed.silence
    changed.threshold = threshold ?? changed.threshold
    turns = changed
  }
}
