import SharedModels

package struct Excerpt {
  package let text: String
  /// UTF-8 offsets into `text`.
  package let matches: [Range<Int>]
  package let firstMatch: Int

  /// No language has longer words; the rest is cut off.
  private static let wordLength = 64

  private static func isContinuation(_ word: Substring) -> Bool {
    word.first == "-" && word.dropFirst().first?.isLetter == true
  }

  package init(words: [Substring], shown: ClosedRange<Int>, matches: [ClosedRange<Int>]) {
    var text = shown.lowerBound > 0 ? "… " : ""
    var starts: [Int: Int] = [:]
    var ends: [Int: Int] = [:]
    for index in shown {
      let word = words[index]
      if index > shown.lowerBound, !Self.isContinuation(word), let last = text.last,
        let first = word.first,
        last.needsSpace(before: first)
      {
        text += " "
      }
      starts[index] = text.utf8.count
      let beginning = word.prefix(Self.wordLength)
      text += beginning.endIndex < word.endIndex ? beginning.dropLast() + "…" : beginning
      ends[index] = text.utf8.count
    }
    if shown.upperBound < words.count - 1 { text += " …" }
    self.text = text
    self.firstMatch = matches.first?.lowerBound ?? shown.lowerBound
    self.matches = matches.compactMap { match in
      guard let start = starts[match.lowerBound], let end = ends[match.upperBound]
      else { return nil }
      return start..<end
    }
  }
}
