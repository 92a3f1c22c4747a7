import SharedModels

/// A filter word, compared without case and accents; a whole tag only without case, as tags are.
struct FilterWord {
  private enum Kind {
    case part
    case tag, tagPrefix
  }

  private let kind: Kind
  private let text: String
  /// The word's bytes, if all are ASCII: ASCII titles need no folding then.
  private let bytes: [UInt8]?

  init(_ word: String) {
    if word.hasPrefix("#\"") {
      let tag = word.dropFirst(2)
      // The tag may continue until its closing quote is typed.
      let isWhole = tag.count > 1 && tag.hasSuffix("\"")
      kind = isWhole ? .tag : .tagPrefix
      text = isWhole ? String(tag.dropLast()).caseFolded : Arrangement.folded(String(tag))
    } else if word.hasPrefix("#") {
      kind = .tagPrefix
      text = Arrangement.folded(String(word.dropFirst()))
    } else {
      kind = .part
      text = Arrangement.folded(word)
    }
    bytes = text.utf8.allSatisfy { $0 < 0x80 } ? Array(text.utf8) : nil
  }

  func matches(_ recording: Recording) -> Bool {
    switch kind {
    case .part: occurs(in: recording.title) || recording.tags.contains(where: occurs)
    case .tag: recording.tags.contains { $0.caseFolded == text }
    case .tagPrefix: recording.tags.contains { Arrangement.folded($0).hasPrefix(text) }
    }
  }

  private func occurs(in other: String) -> Bool {
    let found: Bool?? = bytes.flatMap { bytes in
      other.utf8.withContiguousStorageIfAvailable { Self.occurs(bytes, in: $0) }
    }
    return (found ?? nil) ?? Arrangement.folded(other).contains(text)
  }

  private static func occurs(_ bytes: [UInt8], in other: UnsafeBufferPointer<UInt8>) -> Bool? {
    guard other.allSatisfy({ $0 < 0x80 })
    else { return nil }
    guard other.count >= bytes.count
    else { return false }
    return (0...other.count - bytes.count).contains { start in
      bytes.indices.allSatisfy { other[start + $0].asciiLowercased == bytes[$0] }
    }
  }
}
