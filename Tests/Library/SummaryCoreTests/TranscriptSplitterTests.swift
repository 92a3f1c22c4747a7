import SharedModels
import Testing

@testable import SummaryCore

struct TranscriptSplitterTests {
  private func texts(_ text: String, limit: Int) -> [String] {
    let words = transcription(text).spokenWords
    return TranscriptSplitter.parts(of: words, in: words.indices, limit: limit)
      .map { words[$0].map(\.text).joined(separator: " ") }
  }

  @Test("A short memo has one part")
  func short() {
    #expect(texts("A: One two.\nB: Three four.", limit: 1000) == ["One two. Three four."])
  }

  @Test("A part ends where another speaker begins, even after a longer pause of the same one")
  func speakers() {
    let parts = texts(
      "A: one two three four\nB: five six seven\nB: eight nine ten eleven twelve", limit: 70)
    #expect(parts == ["one two three four", "five six seven eight nine ten eleven twelve"])
  }

  @Test("Without a change of speakers, a part ends at its longest pause")
  func pauses() {
    let parts = texts("one two three four\nfive six seven eight nine ten eleven", limit: 46)
    #expect(parts == ["one two three four", "five six seven eight nine ten eleven"])
  }

  @Test("Without a pause, a part ends with a sentence")
  func sentences() {
    #expect(
      texts("one two three four five. six seven eight nine ten", limit: 48)
        == ["one two three four five.", "six seven eight nine ten"])
  }

  @Test("A word that exceeds the limit is a part of its own")
  func longWord() {
    let word = String(repeating: "x", count: 200)
    #expect(texts("one \(word) two", limit: 50) == ["one", word, "two"])
  }

  @Test(
    "Parts are complete and in order, fit the limit, and end at speakers or pauses if they can",
    arguments: 0..<50 as Range<UInt64>)
  func property(seed: UInt64) {
    var numbers = Numbers(state: seed)
    var lines: [String] = []
    for _ in 0..<40 {
      let speaker = ["A", "B", "C"].randomElement(using: &numbers) ?? "A"
      let count = Int.random(in: 1...12, using: &numbers)
      lines.append("\(speaker): " + (0..<count).map { "word\($0)" }.joined(separator: " "))
    }
    let words = transcription(lines.joined(separator: "\n")).spokenWords
    let limit = Int.random(in: 250...900, using: &numbers)
    let parts = TranscriptSplitter.parts(of: words, in: words.indices, limit: limit)
    #expect(parts.first?.lowerBound == 0)
    #expect(parts.last?.upperBound == words.count)
    for (part, next) in zip(parts, parts.dropFirst()) {
      #expect(part.upperBound == next.lowerBound)
      // Lines are shorter than half of the limit.
      #expect(words.pause(before: next.lowerBound) >= .seconds(2))
    }
    for part in parts {
      let size = part.reduce(0) { $0 + TranscriptSplitter.size(of: words, at: $1) }
      #expect(size <= limit && !part.isEmpty)
    }
  }
}
