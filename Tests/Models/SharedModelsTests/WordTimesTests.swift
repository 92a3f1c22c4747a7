import Foundation
import SharedModels
import Testing

struct WordTimesTests {
  @Test(
    "Unchanged words keep their times in natural and repetitive text", arguments: 0..<2000)
  func randomEdits(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let isNatural = seed.isMultiple(of: 2)
    let count = Int.random(in: 20...150, using: &random)
    // Natural words are numbered, so that none repeats the one before it.
    let words = (0..<count).map { index in
      isNatural
        ? "\(vocabulary.randomElement(using: &random) ?? "")\(index % 70)"
        : ["the", "cat", "sat", "on", "mat"][index % 5]
    }
    let original = Transcription.spoken(words, using: &random)
    var text = words.enumerated().map { (text: $1, index: Optional($0)) }
    for _ in 0...(count / 33) {
      let place = Int.random(in: 0..<text.count, using: &random)
      // In repetitive text, a deleted word could be any of several.
      switch Int.random(in: 0...(isNatural ? 2 : 1), using: &random) {
      case 0: text[place] = ("typed", nil)
      case 1: text.insert(("typed", nil), at: place)
      default: text.remove(at: place)
      }
    }
    let edited = try original.edited(text.map(\.text))
    try check(edited, text.map(\.index), original)
  }

  @Test("Words replaced by others of a repetitive text move none", arguments: 0..<200)
  func replacements(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let vocabulary = ["the", "cat", "sat", "on", "mat"]
    let words = (0..<500).map { vocabulary[$0 % 5] }
    let original = Transcription.spoken(words, using: &random)
    var text = words.enumerated().map { (text: $1, index: Optional($0)) }
    for _ in 0..<15 {
      let place = Int.random(in: 0..<text.count, using: &random)
      let typed = vocabulary.randomElement(using: &random) ?? ""
      // Neighboring words that are replaced can spell an insertion and a deletion.
      let neighbors = text[max(0, place - 1)...min(text.count - 1, place + 1)]
      if typed != text[place].text, neighbors.allSatisfy({ $0.index != nil }) {
        text[place] = (typed, nil)
      }
    }
    guard text.contains(where: { $0.index == nil })
    else { return }
    let edited = try original.edited(text.map(\.text))
    #expect(edited.segments.count == original.segments.count)
    try check(edited, text.map(\.index), original)
  }

  @Test("One edit after another moves unchanged words no further", arguments: 0..<20)
  func successiveEdits(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let words = (0..<60).map { "word\($0)" }
    let original = Transcription.spoken(words, using: &random)
    var edited = original
    var text = words.enumerated().map { (text: $1, index: Optional($0)) }
    for round in 0..<50 {
      let place = Int.random(in: 0..<text.count, using: &random)
      switch Int.random(in: 0...3, using: &random) {
      case 0: text[place] = ("typed\(round)", nil)
      case 1: if text.count > 10 { text.remove(at: place) }
      default: text.insert(("typed\(round)", nil), at: place)
      }
      edited = try edited.edited(text.map(\.text))
      try check(edited, text.map(\.index), original, isTyped: false)
    }
  }

  @Test("A change of 3 % in a long repetitive text keeps its segments")
  func longRepetitiveText() throws {
    var random = SeededGenerator(seed: 1)
    let words = (0..<9000).map { ["one", "two", "three", "four"][$0 % 4] }
    let original = Transcription.spoken(words, using: &random)
    let text = words.enumerated().map { index, word in
      index % 33 == 7 ? (text: "typed", index: nil) : (text: word, index: Optional(index))
    }
    let edited = try original.edited(text.map(\.text))
    #expect(edited.segments.count == original.segments.count)
    try check(edited, text.map(\.index), original)
  }

  /// `indices` are those of the unchanged words in the original.
  private func check(
    _ edited: Transcription, _ indices: [Int?], _ original: Transcription, isTyped: Bool = true
  ) throws {
    var repaired = edited
    repaired.repairTimes()
    #expect(repaired == edited)
    let (words, old) = (Array(edited.words), Array(original.words))
    try #require(words.count == indices.count)
    let moved = zip(words, indices).filter { word, index in
      index.map { !word.isNear(old[$0]) } ?? false
    }
    #expect(moved.isEmpty)
    if isTyped {
      let isExact = words.indices.allSatisfy { place in
        guard let index = indices[place],
          place == 0 || indices[place - 1] == index - 1,
          place + 1 == words.count || indices[place + 1] == index + 1
        else { return true }
        return words[place] == old[index]
      }
      #expect(isExact)
      #expect(zip(words, indices).allSatisfy { $1 != nil || $0.end > $0.start })
    }
  }
}

extension Word {
  func isNear(_ other: Word) -> Bool {
    [start - other.start, end - other.end].allSatisfy {
      (Duration.milliseconds(-20)...Duration.milliseconds(20)).contains($0)
    }
  }
}

extension Transcription {
  /// Words of natural length in segments of some words, some of them with pauses between.
  fileprivate static func spoken(
    _ words: [String], using random: inout some RandomNumberGenerator
  ) -> Self {
    var now: Int64 = 0
    var rest = words[...]
    var segments: [Segment] = []
    while !rest.isEmpty {
      let count = Int.random(in: 3...15, using: &random)
      segments.append(
        Segment(
          words: rest.prefix(count).map { text in
            if Int.random(in: 0..<6, using: &random) == 0 {
              now += Int64.random(in: 1...600, using: &random)
            }
            let start = now
            now += Int64.random(in: 60...500, using: &random)
            return Word(
              text: text, start: .milliseconds(start), end: .milliseconds(now), confidence: 0.9)
          }))
      rest = rest.dropFirst(count)
    }
    return Self(segments: segments)
  }

  fileprivate func edited(_ words: [String]) throws -> Self {
    guard let edit = edit(text: words.joined(separator: " "), at: Date(timeIntervalSince1970: 0))
    else { return self }
    var edited = self
    let isApplied = edited.apply(edit)
    try #require(isApplied)
    return edited
  }
}
