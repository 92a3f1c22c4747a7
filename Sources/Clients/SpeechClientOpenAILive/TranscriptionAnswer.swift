import Foundation
import SharedModels

/// What a server says was said, in any of the shapes that servers give it.
///
/// `text` is all that some have. Others have `segments`, with or without `words` in them, or `words`
/// beside these. What has another type than it should counts as absent.
struct TranscriptionAnswer: Decodable {
  struct Part: Decodable {
    /// How likely its words are, from 0 to 1.
    var confidence: Double?
    var end: Double?
    var speaker: String?
    var start: Double?
    var text: String
    var words: [HeardWord]

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

  struct HeardWord: Decodable {
    var confidence: Double?
    var end: Double?
    var start: Double?
    /// With the white space that it has in front, in some servers' answers.
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

  /// A code such as `en`; `nil` where the server does not say, or says what is none.
  var language: String?
  var segments: [Part]
  var text: String
  var words: [HeardWord]

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

  /// - Throws: Where that is no answer at all.
  init(_ body: [UInt8], length: Double) throws {
    self = try JSONDecoder().decode(Self.self, from: Data(body))
    scale(to: length)
  }

  /// Whether it says when something was said.
  var hasTimes: Bool {
    segments.contains { $0.start != nil && $0.end != nil }
      || words.contains { $0.start != nil && $0.end != nil }
  }

  /// Some servers give times in milliseconds, or in nanoseconds: what lies far behind the sound's end
  /// is taken for the unit that puts it inside.
  private mutating func scale(to length: Double) {
    let times =
      segments.flatMap { part in
        [part.start, part.end] + part.words.flatMap { [$0.start, $0.end] }
      } + words.flatMap { [$0.start, $0.end] }
    let last = times.compactMap(\.self).max() ?? 0
    let limit = length * 1.5 + 30
    guard last > limit, let unit = [1e-3, 1e-6, 1e-9].first(where: { last * $0 <= limit })
    else { return }
    func scale(_ word: inout HeardWord) {
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
  /// A number, also one that is written as text; `nil` for anything else.
  fileprivate func number(_ key: Key) -> Double? {
    if let number = try? decodeIfPresent(Double.self, forKey: key) { return number }
    return (try? decodeIfPresent(String.self, forKey: key)).flatMap { $0 }.flatMap(Double.init)
      .flatMap { $0.isFinite ? $0 : nil }
  }

  /// The elements that are what they should be.
  fileprivate func list<Element: Decodable>(_ key: Key) -> [Element] {
    ((try? decodeIfPresent([Lenient<Element>].self, forKey: key)) ?? nil ?? [])
      .compactMap(\.value)
  }
}

private struct Lenient<Value: Decodable>: Decodable {
  let value: Value?

  init(from decoder: any Decoder) throws {
    value = try? Value(from: decoder)
  }
}

/// Languages as servers name them: by a code, or in English.
enum LanguageName {
  /// The code of a language, such as `en` for `en`, `en-US` and `English`; `nil` for what is none.
  static func code(_ name: String) -> String? {
    let name = name.lowercased()
    let first = name.prefix { $0 != "-" && $0 != "_" }
    if (2...3).contains(first.count), first.allSatisfy({ $0.isASCII && $0.isLetter }) {
      return String(first)
    }
    return codes[name]
  }

  private static let codes: [String: String] = {
    let english = Locale(identifier: "en")
    let letters = (UInt8(ascii: "a")...UInt8(ascii: "z")).map { String(UnicodeScalar($0)) }
    var codes: [String: String] = [:]
    for code in letters.flatMap({ first in letters.map { first + $0 } }) {
      if let name = english.localizedString(forLanguageCode: code)?.lowercased(), name != code {
        codes[name] = codes[name] ?? code
      }
    }
    return codes
  }()
}
