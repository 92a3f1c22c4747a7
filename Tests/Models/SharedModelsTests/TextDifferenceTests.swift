import Foundation
import SharedModels
import Testing

struct TextDifferenceTests {
  private func segment(_ number: Int, _ text: String, speaker: Speaker.ID? = nil) -> Segment {
    Segment(
      words: text.split(separator: " ").enumerated().map { index, word in
        let start = Duration.seconds(number * 10 + index)
        return Word(
          text: String(word), start: start, end: start + .seconds(1), confidence: 0.875,
          speaker: speaker)
      })
  }

  private func segments(_ texts: String...) -> [Segment] {
    texts.enumerated().map { segment($0, $1) }
  }

  @Test("Only the segments that differ are in it, and the earlier text comes back exactly")
  func small() throws {
    let old = segments("one", "two", "three", "four", "five")
    var new = old
    new[1] = segment(1, "too")
    new[4] = segment(4, "fife")
    new.remove(at: 2)
    let difference = TextDifference(from: old, to: new)
    #expect(difference.passages.map(\.position) == [1, 3])
    #expect(difference.passages.map(\.removed) == [Array(old[1...2]), [old[4]]])
    #expect(difference.passages.map(\.inserted) == [[new[1]], [new[3]]])
    #expect(difference.earlierText(of: new) == old)
    #expect(TextDifference(from: old, to: old).passages.isEmpty)
  }

  @Test("Random texts: the earlier one comes back exactly", arguments: 0..<200)
  func random(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let (old, new) = (
      Transcription.random(using: &random, isDisordered: seed.isMultiple(of: 3)).segments,
      Transcription.random(using: &random).segments
    )
    let mixed = new.enumerated().map { index, segment in
      index < old.count && Bool.random(using: &random) ? old[index] : segment
    }
    let position = Int.random(in: 0...2, using: &random)
    let prefix = segments("a", "b", "c").prefix(position)
    let difference = TextDifference(from: old, to: mixed, at: position)
    #expect(difference.earlierText(of: prefix + mixed) == prefix + old)
  }

  @Test("Another text than the later one is refused")
  func refused() throws {
    let old = segments("one", "two")
    let difference = TextDifference(from: old, to: segments("one", "too"))
    #expect(difference.earlierText(of: segments("one", "to")) == nil)
    #expect(difference.earlierText(of: segments("one")) == nil)
    for position in [-1, Int.max] {
      let bad = TextDifference(passages: [
        .init(position: position, removed: [], inserted: segments("one"))
      ])
      #expect(bad.earlierText(of: old) == nil, "\(position)")
    }
  }

  @Test("Speakers that have changed since stay with the words that were said at that time")
  func speakers() throws {
    let old = [segment(0, "one two", speaker: 0), segment(1, "three", speaker: 1)]
    let new = [segment(0, "won too", speaker: 0), segment(1, "three", speaker: 1)]
    let difference = TextDifference(from: old, to: new)
    #expect(difference.earlierText(of: new) == old)
    var renumbered = new
    renumbered[0].words[0].speaker = 5
    renumbered[0].words[1].speaker = 6
    let earlier = try #require(difference.earlierText(of: renumbered))
    #expect(earlier.flatMap(\.words).map(\.text) == ["one", "two", "three"])
    #expect(earlier.flatMap(\.words).map(\.speaker) == [5, 6, 1])
  }

  @Test("It is stored as arrays of milliseconds, and read back as it was")
  func coding() throws {
    var german = segment(0, "guten Morgen", speaker: 1)
    german.language = "de"
    german.text = "guten\nMorgen"
    let difference = TextDifference(passages: [
      .init(position: 2, removed: [german], inserted: segments("hi"))
    ])
    let data = try JSONEncoder.speechMemo.encode(difference)
    #expect(
      String(decoding: data, as: UTF8.self) == """
        [[2,[[0,2000,"guten\\nMorgen","de",[["guten",0,1000,875,1],["Morgen",1000,2000,875,1]]]],\
        [[0,1000,"hi",null,[["hi",0,1000,875]]]]]]
        """)
    #expect(try JSONDecoder.speechMemo.decode(TextDifference.self, from: data) == difference)
  }
}
