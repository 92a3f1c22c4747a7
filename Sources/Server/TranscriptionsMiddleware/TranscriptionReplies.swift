import Foundation
import RealtimeProtocol
import SharedModels

struct TranscriptionReply: Encodable {
  let text: String
  let languages: [Language]?
  let logprobs: [WordProbability]?
  let usage: Usage

  init(_ transcription: Transcription, _ recording: Recording, hasLogProbabilities: Bool) {
    text = transcription.text
    languages = transcription.language.map { [Language(code: $0)] }
    usage = Usage(recording)
    logprobs =
      hasLogProbabilities ? transcription.segments.flatMap(\.words).map(WordProbability.init) : nil
  }

  struct Language: Encodable {
    let code: String
  }

  struct Usage: Encodable {
    let type = "duration"
    let seconds: Int

    init(_ recording: Recording) {
      seconds = Int(recording.duration.secondsToMillisecond.rounded(.up))
    }
  }
}

struct DiarizedTranscriptionReply: Encodable {
  let task = "transcribe"
  let duration: Double
  let text: String
  let segments: [SpokenTurn]
  let usage: TranscriptionReply.Usage

  init(_ transcription: Transcription, _ recording: Recording) {
    duration = recording.duration.secondsToMillisecond
    text = transcription.text
    segments = SpokenTurn.all(of: transcription)
    usage = TranscriptionReply.Usage(recording)
  }
}

/// Speakers without a name are `A`, `B` and so on.
struct SpokenTurn: Encodable {
  let type = "transcript.text.segment"
  let id: String
  let start: Double
  let end: Double
  let text: String
  let speaker: String

  static func all(of transcription: Transcription) -> [Self] {
    let words = Array(transcription.words)
    return transcription.turns.enumerated().map { index, turn in
      Self(
        id: "seg_\(index)", start: turn.start.secondsToMillisecond,
        end: turn.end.secondsToMillisecond,
        text: words[turn.words].map(\.text).joinedAsText(),
        speaker: transcription.speaker(turn.speaker)?.letter ?? "A")
    }
  }
}

extension Speaker {
  fileprivate var letter: String {
    name ?? (id.rawValue < 26 ? String(UnicodeScalar(UInt8(65 + id.rawValue))) : label)
  }
}

struct VerboseTranscriptionReply: Encodable {
  let task = "transcribe"
  let duration: Double
  let language: String
  let text: String
  let segments: [Part]?
  let words: [WordTime]?
  let usage: TranscriptionReply.Usage

  init(_ transcription: Transcription, _ recording: Recording, granularities: Set<String>) {
    duration = recording.duration.secondsToMillisecond
    language = Self.name(ofLanguage: transcription.language)
    text = transcription.text
    let hasWords = granularities.contains("word")
    segments =
      hasWords && !granularities.contains("segment")
      ? nil : transcription.segments.enumerated().map { Part($1, id: $0) }
    words = hasWords ? transcription.segments.flatMap(\.words).map(WordTime.init) : nil
    usage = TranscriptionReply.Usage(recording)
  }

  fileprivate static func name(ofLanguage code: String?) -> String {
    guard let code
    else { return "unknown" }
    return Locale(identifier: "en").localizedString(forLanguageCode: code)?.lowercased() ?? code
  }

  struct WordTime: Encodable {
    let word: String
    let start: Double
    let end: Double

    init(_ word: Word) {
      self.word = word.text
      start = word.start.secondsToMillisecond
      end = word.end.secondsToMillisecond
    }
  }

  /// A segment with the fields of Whisper that clients require; unknown ones have neutral values.
  struct Part: Encodable {
    let id: Int
    let seek: Int
    let start: Double
    let end: Double
    let text: String
    let tokens: [Int] = []
    let temperature = 0.0
    let avgLogprob: Double
    let language: String?
    let compressionRatio = 1.0
    let noSpeechProb = 0.0

    init(_ segment: Segment, id: Int) {
      self.id = id
      seek = Int(segment.start.secondsToMillisecond * 100)
      start = segment.start.secondsToMillisecond
      end = segment.end.secondsToMillisecond
      text = segment.text
      language = segment.language.map(VerboseTranscriptionReply.name(ofLanguage:))
      let words = segment.words
      avgLogprob =
        words.isEmpty ? 0 : words.map(\.logProbability).reduce(0, +) / Double(words.count)
    }

    enum CodingKeys: String, CodingKey {
      case id, seek, start, end, text, language, tokens, temperature
      case avgLogprob = "avg_logprob"
      case compressionRatio = "compression_ratio"
      case noSpeechProb = "no_speech_prob"
    }
  }
}

enum TranscriptionStreamEvent: Encodable {
  case delta(String, [WordProbability]?)
  case done(String, [WordProbability]?)
  case error(String)
  case turn(SpokenTurn)

  var isLast: Bool {
    switch self {
    case .delta, .turn: false
    case .done, .error: true
    }
  }

  func encode(to encoder: any Encoder) throws {
    if case .turn(let turn) = self { return try turn.encode(to: encoder) }
    var container = encoder.container(keyedBy: Keys.self)
    switch self {
    case .delta(let text, let words):
      try container.encode("transcript.text.delta", forKey: .type)
      try container.encode(text, forKey: .delta)
      try container.encodeIfPresent(words, forKey: .logprobs)
    case .done(let text, let words):
      try container.encode("transcript.text.done", forKey: .type)
      try container.encode(text, forKey: .text)
      try container.encodeIfPresent(words, forKey: .logprobs)
    case .error(let message):
      try container.encode("error", forKey: .type)
      try container.encode(["message": message, "type": "server_error"], forKey: .error)
    case .turn: break
    }
  }

  private enum Keys: CodingKey {
    case type, delta, text, logprobs, error
  }
}

struct ModelList: Encodable {
  let object = "list"
  let data: [Model]

  /// Clients require a number for `created`.
  struct Model: Encodable {
    let id: String
    let object = "model"
    let created = 0
    let ownedBy = "speechmemo"

    init(id: String) { self.id = id }

    enum CodingKeys: String, CodingKey {
      case id, object, created
      case ownedBy = "owned_by"
    }
  }
}
