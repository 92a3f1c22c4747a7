import Foundation
import SharedModels

/// A server's transcript in `text`, `segments`, or `words`. Values of wrong types count as absent.
struct TranscriptionResponse: Decodable {
  struct Part: Decodable {
    var confidence: Double?
    var end: Double?
    var speaker: String?
    var start: Double?
    var text: String
    var words: [ServerWord]

    private enum CodingKeys: String, CodingKey {
      case avgLogprob = "avg_logprob"
      case end, speaker, start, text, words
    }

    init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: CodingKeys.self)
      confidence = fields.number(.avgLogprob).map { min(max(exp($0), 0), 1) }
      end = fields.number(.end)
      speaker = try? fields.decodeIfPresent(String.self, forKey: .speaker)
      start = fields.number(.start)
      text = try fields.decode(String.self, forKey: .text).withoutControls
      words = fields.list(.words)
    }
  }

  struct ServerWord: Decodable {
    var confidence: Double?
    var end: Double?
    var start: Double?
    var text: String

    private enum CodingKeys: String, CodingKey {
      case confidence, end, probability, score, start, text, word
    }

    init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: CodingKeys.self)
      confidence = [.probability, .score, .confidence].lazy.compactMap { fields.number($0) }.first
        .map { min(max($0, 0), 1) }
      end = fields.number(.end)
      start = fields.number(.start)
      let text = try? fields.decode(String.self, forKey: .word)
      self.text = try (text ?? fields.decode(String.self, forKey: .text)).withoutControls
    }
  }

  var language: String?
  var segments: [Part]
  var text: String
  var words: [ServerWord]

  private enum CodingKeys: String, CodingKey {
    case language, segments, text, words
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    language = (try? fields.decodeIfPresent(String.self, forKey: .language))
      .flatMap { $0 }.flatMap(LanguageName.code)
    segments = fields.list(.segments)
    words = fields.list(.words)
    if let text = try? fields.decodeIfPresent(String.self, forKey: .text) {
      self.text = text.withoutControls
    } else if !segments.isEmpty {
      text = segments.map(\.text).joinedAsText()
    } else {
      throw DecodingError.keyNotFound(
        CodingKeys.text, .init(codingPath: [], debugDescription: "it has no text"))
    }
  }

  init(_ body: [UInt8], length: Double) throws {
    self = try JSONDecoder().decode(Self.self, from: Data(body))
    scale(to: length)
  }

  var hasTimes: Bool {
    segments.contains { $0.start != nil && $0.end != nil }
      || words.contains { $0.start != nil && $0.end != nil }
  }

  /// Some servers send milliseconds or nanoseconds. Times far beyond the audio are scaled to fit.
  private mutating func scale(to length: Double) {
    let times =
      segments.flatMap { part in
        [part.start, part.end] + part.words.flatMap { [$0.start, $0.end] }
      } + words.flatMap { [$0.start, $0.end] }
    let last = times.compactMap(\.self).max() ?? 0
    let limit = length * 1.5 + 30
    guard last > limit, let unit = [1e-3, 1e-6, 1e-9].first(where: { last * $0 <= limit })
    else { return }
    func scale(_ word: inout ServerWord) {
      word.start = word.start.map { $0 * unit }
      word.end = word.end.map { $0 * unit }
    }
    for index in words.indices { scale(&words[index]) }
    for index in segments.indices {
      segments[index].start = segments[index].start.map { $0 * unit }
      segments[index].end = segments[index].end.map { $0 * unit }
      for word in segments[index].words.indices { scale(&segments[index].words[word]) }
    }
  }
}

extension KeyedDecodingContainer {
  fileprivate func number(_ key: Key) -> Double? {
    if let number = try? decodeIfPresent(Double.self, forKey: key) { return number }
    return (try? decodeIfPresent(String.self, forKey: key)).flatMap { $0 }.flatMap(Double.init)
      .flatMap { $0.isFinite ? $0 : nil }
  }

  fileprivate func list<Element: Decodable>(_ key: Key) -> [Element] {
    ((try? decodeIfPresent([Lenient<Element>].self, forKey: key)) ?? nil ?? [])
      .compactMap(\.value)
  }
}

struct Lenient<Value: Decodable>: Decodable {
  let value: Value?

  init(from decoder: any Decoder) throws {
    value = try? Value(from: decoder)
  }
}
