import DatabaseClient
import Foundation
import SharedModels

/// Text without case and accents, with a space for each line break. Searched as bytes on every key.
struct FoldedText: Sendable {
  private var bytes: [UInt8] = []
  /// The UTF-8 offset in the text of each byte's character, then that of the text's end.
  private var offsets: [Int] = []

  init(_ text: String) {
    bytes.reserveCapacity(text.utf8.count)
    offsets.reserveCapacity(text.utf8.count + 1)
    var offset = 0
    for character in text {
      let utf8 = character.utf8
      if let byte = utf8.first, byte < 0x80, utf8.count == 1 {
        add(byte == 0x0a ? 0x20 : byte.asciiLowercased, at: offset)
      } else if character.isNewline {
        add(0x20, at: offset)
      } else {
        for byte in Self.folded(character).utf8 { add(byte, at: offset) }
      }
      offset += utf8.count
    }
    offsets.append(offset)
  }

  private mutating func add(_ byte: UInt8, at offset: Int) {
    bytes.append(byte)
    offsets.append(offset)
  }

  private static func folded(_ character: Character) -> String {
    String(character).folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
      .precomposedStringWithCanonicalMapping
  }

  func ranges(of words: String, startingWords: Bool = false) -> [Range<Int>] {
    let wanted = Self(words).bytes
    guard let first = wanted.first, wanted.count <= bytes.count
    else { return [] }
    var ranges: [Range<Int>] = []
    var start = 0
    while start <= bytes.count - wanted.count {
      let end = start + wanted.count
      guard bytes[start] == first, bytes[start..<end].elementsEqual(wanted),
        beginsCharacter(at: start), beginsCharacter(at: end),
        !startingWords || beginsWord(at: start)
      else {
        start += 1
        continue
      }
      ranges.append(offsets[start]..<offsets[end])
      start = end
    }
    return ranges
  }

  /// Scripts without spaces are not ASCII.
  private func beginsWord(at index: Int) -> Bool {
    index == 0 || !bytes[index - 1].isASCIIWord || !bytes[index].isASCIIWord
  }

  private func beginsCharacter(at index: Int) -> Bool {
    index == 0 || offsets[index] != offsets[index - 1]
  }
}

extension Transcript {
  /// UTF-8 ranges of the words, ignoring case, accents and paragraph breaks between words.
  mutating func matches(of words: String) -> [Range<Int>] {
    let folded = folded ?? FoldedText(text)
    self.folded = folded
    return folded.ranges(of: words)
  }

  /// UTF-8 ranges of the terms, which start words.
  mutating func matches(of terms: [SearchTerm]) -> [Range<Int>] {
    let folded = folded ?? FoldedText(text)
    self.folded = folded
    let ranges = terms.flatMap { folded.ranges(of: $0.words, startingWords: true) }
    return ranges.sorted { ($0.lowerBound, $1.upperBound) < ($1.lowerBound, $0.upperBound) }
      .reduce(into: []) { if $0.last.map(\.upperBound) ?? 0 <= $1.lowerBound { $0.append($1) } }
  }
}

extension UInt8 {
  fileprivate var isASCIIWord: Bool {
    switch self {
    case 0x30...0x39, 0x61...0x7a: true
    default: false
    }
  }
}
