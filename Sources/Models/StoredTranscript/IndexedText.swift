package import SharedModels

/// A transcript as search reads it: one space between words and none inside, so that a word's
/// place in the text is its index.
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

  /// To the index a no-break space parts words like any other; to us it does not. Control
  /// characters would end the text for SQLite, or pass for the marks of a hit.
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
