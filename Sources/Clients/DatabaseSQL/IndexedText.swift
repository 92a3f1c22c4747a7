package import SharedModels

/// A transcript with one space between words and none inside, so that places are word indices.
package struct IndexedText {
  package let body: String

  package init(_ segments: [Segment]) {
    var body = ""
    for word in segments.lazy.flatMap(\.words) {
      if !body.isEmpty { body += " " }
      body += Self.indexed(word.text)
    }
    self.body = body
  }

  /// The index splits at no-break spaces. Controls would end SQLite's text, or look like marks.
  private static func indexed(_ word: String) -> String {
    if word.isEmpty { return "-" }
    if word.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) { return word }
    return String(word.map { $0.isWhitespace || $0.isControl ? "\u{a0}" : $0 })
  }
}

extension Character {
  fileprivate var isControl: Bool {
    unicodeScalars.contains { $0.properties.generalCategory == .control }
  }
}
