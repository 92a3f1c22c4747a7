import DatabaseClient
import SharedModels
import Testing

struct HighlightedTextTests {
  /// Matches are in braces.
  private struct Example {
    let marked: String
    let plain: String
    let places: [Range<Int>]

    init(_ text: String) {
      var plain = ""
      var places: [Range<Int>] = []
      var start = 0
      for character in text {
        switch character {
        case "{": start = plain.utf8.count
        case "}": places.append(start..<plain.utf8.count)
        default: plain.append(character)
        }
      }
      self.plain = plain
      self.places = places
      marked = text.replacing("{", with: HighlightedText.open)
        .replacing("}", with: HighlightedText.close)
    }
  }

  @Test(
    "Index marks and search positions refer to the same words",
    arguments: [
      ("one {two} three", [1...1]), ("{one} {two} three", [0...0, 1...1]),
      ("{one two} three", [0...1]), ("a {well}-{known} fact", [1...1]),
      ("{well-known} fact", [0...0]), ("über {straße}, {10} und", [1...1, 2...2]),
      ("one", []), ("", []), ("{a} b {c d} e {f}", [0...0, 2...3, 5...5]),
      ("New\u{a0}{York} is {far}", [0...0, 2...2]), ("re{fox}ed foxes", [0...0]),
    ])
  func places(text: String, matches: [ClosedRange<Int>]) {
    let example = Example(text)
    for found in [
      HighlightedText(example.marked), HighlightedText(example.plain, found: example.places),
    ] {
      #expect(found.matches == matches)
      #expect(found.words.joined(separator: " ") == example.plain)
    }
  }

  @Test("A match beyond the text has an excerpt")
  func beyondText() {
    let example = Example("one two three four {five}")
    let text = HighlightedText(example.marked, of: "one two")
    #expect(text.excerpt(of: text.matches, reach: 1).text == "… two")
  }

  @Test("Places that overlap are one")
  func overlapping() {
    #expect(HighlightedText("a b c d e", found: [0..<5, 2..<3, 4..<7]).matches == [0...3])
    #expect(HighlightedText("a b c d e", found: [0..<7, 2..<3]).matches == [0...3])
  }

  @Test("Matches that are close share an excerpt, unless it would become two lines")
  func groups() {
    let words = (0..<60).map { $0.isMultiple(of: 5) ? "{w\($0)}" : "w\($0)" }
    let text = HighlightedText(Example(words.joined(separator: " ")).marked)
    let groups = text.groups(reach: 6)
    #expect(groups.map(\.count) == [5, 5, 2])
    let excerpt = text.excerpt(of: groups[2], reach: 2)
    #expect(excerpt.text == "… w48 w49 w50 w51 w52 w53 w54 w55 w56 w57 …")
    #expect(excerpt.firstMatch == 50)
    #expect(
      excerpt.matches.map { String(decoding: Array(excerpt.text.utf8)[$0], as: UTF8.self) }
        == ["w50", "w55"])
  }
}
