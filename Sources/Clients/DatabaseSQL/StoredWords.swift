package import SharedModels

/// A segment's words as JSON: `[[text, start ms, end ms, confidence in thousandths, speaker?]]`.
package struct StoredWords {
  package let words: [Word]

  package init(_ words: [Word]) {
    self.words = words
  }

  package init(json: String) throws {
    words = try Coding.decode([CompactWord].self, json).map(\.word)
  }

  /// Written by hand: an encoder takes many times longer, and a library is mostly words.
  package var json: String {
    var text = "["
    for word in words {
      if text.utf8.count > 1 { text += "," }
      text += "["
      text.appendQuoted(word.text)
      text += ",\(word.start.wholeMilliseconds),\(word.end.wholeMilliseconds)"
      text += ",\(Int((min(1, max(0, word.confidence)) * 1000).rounded()))"
      if let speaker = word.speaker { text += ",\(speaker.rawValue)" }
      text += "]"
    }
    return text + "]"
  }

  /// The starts of these words, whose indexes ascend, up to the first that the segment lacks.
  package static func starts(
    ofWords indexes: some Collection<Int>, inJSON json: UnsafeRawBufferPointer
  ) -> [Duration] {
    var starts: [Duration] = []
    var rest = indexes[...]
    var (depth, count, place) = (0, -1, 0)
    while place < json.count, let index = rest.first {
      switch json[place] {
      case UInt8(ascii: "["):
        depth += 1
        if depth == 2 { count += 1 }
      case UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: "\""):
        place += 1
        while place < json.count, json[place] != UInt8(ascii: "\"") {
          place += json[place] == UInt8(ascii: "\\") ? 2 : 1
        }
      case UInt8(ascii: ",") where depth == 2 && count == index:
        let digits = json[(place + 1)...].prefix { (0x30...0x39).contains($0) }
        guard let start = Int64(String(decoding: digits, as: UTF8.self))
        else { return starts }
        starts.append(.milliseconds(start))
        rest = rest.dropFirst()
      default: break
      }
      place += 1
    }
    return starts
  }
}

extension Segment {
  /// Compares times to the millisecond, as a database stores them.
  package func isStoredLike(_ other: Segment) -> Bool {
    text == other.text
      && start.wholeMilliseconds == other.start.wholeMilliseconds
      && end.wholeMilliseconds == other.end.wholeMilliseconds
      && StoredWords(words).json == StoredWords(other.words).json && language == other.language
  }
}

extension String {
  fileprivate mutating func appendQuoted(_ text: String) {
    append("\"")
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x22 && $0 != 0x5c }) {
      append(text)
      append("\"")
      return
    }
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": append("\\\"")
      case "\\": append("\\\\")
      case "\u{0}"..."\u{1f}":
        let digits = String(scalar.value, radix: 16)
        append("\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits)
      default: unicodeScalars.append(scalar)
      }
    }
    append("\"")
  }
}
