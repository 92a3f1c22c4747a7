import Foundation
import SharedModels
import Testing

@Suite("Editing")
struct EditingTests {
  private let now = Date(timeIntervalSince1970: 1_790_000_000)

  private func edited(_ transcription: Transcription = .mock, _ text: String) throws
    -> Transcription
  {
    var edited = transcription
    let edit = try #require(transcription.edit(text: text, at: now))
    let wasApplied1 = edited.apply(edit)
    #expect(wasApplied1)
    return edited
  }

  private func times(_ transcription: Transcription) -> [String] {
    transcription.words.map {
      "\($0.text) \($0.start.wholeMilliseconds)-\($0.end.wholeMilliseconds)"
    }
  }

  @Test("A corrected word takes the wrong one's time, and nothing else changes")
  func replace() throws {
    let edited = try edited(.mock, "We agreed on the gadget. Please send it tomorrow.")
    var expected = Transcription.mock
    expected.segments[0].text = "We agreed on the gadget."
    expected.segments[0].words[4].text = "gadget."
    expected.segments[0].words[4].confidence = 1
    expected.editedAt = now
    #expect(edited == expected)
  }

  @Test("Several words for one share its time by syllables")
  func oneToMany() throws {
    let edited = try edited(.mock, "We agreed on the big banana. Please send it tomorrow.")
    #expect(
      times(edited).dropLast(4)
        == [
          "We 500-700", "agreed 700-1150", "on 1150-1300", "the 1300-1400", "big 1400-1550",
          "banana. 1550-2000",
        ])
  }

  @Test("One word for several takes all their time")
  func manyToOne() throws {
    let edited = try edited(.mock, "We decided the budget. Please send it tomorrow.")
    #expect(Array(times(edited)[1...2]) == ["decided 700-1300", "the 1300-1400"])
  }

  @Test("Typed words take part of the silence around them, also between segments")
  func insert() throws {
    let pause = try edited(.mock, "We agreed on the budget. today Please send it tomorrow.")
    #expect(times(pause)[5] == "today 2000-2400")
    #expect(pause.segments[0].text == "We agreed on the budget. today")
    #expect(pause.segments[0].end == .milliseconds(2400))
    #expect(pause.segments[1] == Transcription.mock.segments[1])
    let before = try edited(.mock, "Today we agreed on the budget. Please send it tomorrow.")
    #expect(Array(times(before)[..<2]) == ["Today 100-500", "we 500-700"])
    let edit = try #require(
      Transcription.mock.edit(
        segment: 1, text: "And now please send it tomorrow, extraordinary budget.", at: now))
    var single = Transcription.mock
    let isApplied = single.apply(edit)
    #expect(isApplied)
    #expect(
      Array(times(single)[5...8]) == [
        "And 2800-3000", "now 3000-3200", "please 3200-3600", "send 3600-3900",
      ])
  }

  @Test("Typed words without a silence get a little time of their neighbors")
  func squeezed() throws {
    let inside = try edited(.mock, "We all agreed on the budget. Please send it tomorrow.")
    #expect(Array(times(inside)[..<3]) == ["We 500-680", "all 680-720", "agreed 720-1150"])
    let more = try edited(inside, "We all all agreed on the budget. Please send it tomorrow.")
    #expect(
      Array(times(more)[..<4])
        == ["We 500-680", "all 680-700", "all 700-720", "agreed 720-1150"])
    var adjacent = Transcription.mock
    adjacent.segments[0].words[4].end = .milliseconds(3200)
    adjacent.segments[0].end = .milliseconds(3200)
    let between = try edited(adjacent, "We agreed on the budget. today Please send it tomorrow.")
    #expect(
      Array(times(between)[4...6]) == ["budget. 1400-3180", "today 3180-3220", "Please 3220-3600"])
    #expect(between.segments.map(\.start) == [.milliseconds(500), .milliseconds(3220)])
  }

  @Test("A word typed for one of hardly any time gets a little more")
  func replacedInstant() throws {
    var instant = Transcription.mock
    instant.segments[0].words[2].end = .milliseconds(1160)
    let edited = try edited(instant, "We agreed upon the budget. Please send it tomorrow.")
    #expect(Array(times(edited)[1...3]) == ["agreed 700-1150", "upon 1150-1190", "the 1300-1400"])
  }

  @Test("A deleted word leaves a silence, and a segment without words goes")
  func delete() throws {
    let edited = try edited(.mock, "We agreed the budget. Please send it tomorrow.")
    #expect(edited.wordIndex(at: .milliseconds(1200)) == nil)
    #expect(edited.words.count == 8)
    let half = try self.edited(.mock, "Please send it tomorrow.")
    #expect(half.segments == [Transcription.mock.segments[1]])
    #expect(try self.edited(.mock, "  ").segments == [])
  }

  @Test("A word with changed case or punctuation keeps its time and confidence")
  func punctuation() throws {
    let edited = try edited(.mock, "we agreed, on the budget! Please send it tomorrow.")
    #expect(edited.words.map(\.start) == Transcription.mock.words.map(\.start))
    #expect(edited.words.map(\.confidence) == Transcription.mock.words.map(\.confidence))
    #expect(edited.words.prefix(2).map(\.text) == ["we", "agreed,"])
  }

  @Test("Typed line breaks stay and take no time")
  func lineBreaks() throws {
    let text = "We agreed\non the budget.\n\nPlease send it tomorrow."
    let edited = try edited(.mock, text)
    #expect(edited.text == text)
    #expect(Array(edited.words) == Array(Transcription.mock.words))
    #expect(try self.edited(edited, Transcription.mock.text).text == Transcription.mock.text)
  }

  @Test("Chinese keeps the times of words that are not marked by spaces")
  func chinese() throws {
    let words = ["今天", "天气", "很", "好"].enumerated().map {
      Word(text: $1, start: .milliseconds($0 * 500), end: .milliseconds($0 * 500 + 500))
    }
    let transcription = Transcription(segments: [Segment(words: words)])
    #expect(transcription.text == "今天天气很好")
    let edited = try edited(transcription, "今天天气不好")
    #expect(times(edited) == ["今天 0-500", "天气 500-1000", "不 1000-1500", "好 1500-2000"])
    #expect(edited.text == "今天天气不好")
  }

  @Test("Text without times can be edited, and stays without")
  func untimed() throws {
    let edited = try edited(Transcription(formattedString: "Hello word"), "Hello world")
    #expect(edited.segments == [Segment(start: .zero, end: .zero, text: "Hello world")])
    #expect(try self.edited(Transcription(segments: []), "Hello").text == "Hello")
  }

  @Test("Unchanged text is not an edit")
  func unchanged() {
    #expect(Transcription.mock.edit(text: Transcription.mock.text, at: now) == nil)
    #expect(Transcription.mock.edit(text: Transcription.mock.text + " \n", at: now) == nil)
  }

  @Test("An edit contains only changes, and survives a round trip")
  func small() throws {
    let edit = try #require(
      Transcription.mock.edit(text: "We agreed on the budget. Please send it today.", at: now))
    #expect(edit.position == 1)
    #expect(edit.removed == [Transcription.mock.segments[1]])
    let data = try JSONEncoder.speechMemo.encode(edit)
    #expect(try JSONDecoder.speechMemo.decode(TranscriptionEdit.self, from: data) == edit)
    let empty = try JSONDecoder.speechMemo.decode(TranscriptionEdit.self, from: Data("{}".utf8))
    #expect(empty.removed == [] && empty.position == 0)
  }

  @Test("An edit of another text is refused and changes nothing")
  func refused() throws {
    let edit = try #require(Transcription.mock.edit(text: "Something else", at: now))
    var other = Transcription.mock
    other.segments[0].text = "Changed meanwhile"
    let before = other
    let wasApplied2 = other.apply(edit)
    #expect(!wasApplied2)
    #expect(other == before)
    var short = Transcription(segments: [])
    let wasApplied3 = short.apply(edit)
    #expect(!wasApplied3)
    var negative = edit
    negative.position = -1
    let wasApplied4 = other.apply(negative)
    #expect(!wasApplied4)
  }

  @Test("A transcript of 20,000 words, half of them changed, is matched instead of replaced")
  func large() throws {
    let words = (0..<20_000).map { "word\($0 % 4000)" }
    let transcription = Transcription.preview(words.joined(separator: " "))
    let text = words.enumerated().map { $0 % 2 == 0 ? $1 : "new" }.joined(separator: " ")
    let edited = try edited(transcription, text)
    #expect(edited.words.count == 20_000)
    #expect(
      stride(from: 0, to: 20_000, by: 2).allSatisfy {
        edited.words[$0] == transcription.words[$0]
      })
  }

  @Test("A short text is matched in one of 100,000 words, where a shortest difference takes 20 s")
  func muchLonger() throws {
    let transcription = Transcription.preview("one two three four")
    let places = ["one": 10_000, "two": 30_000, "three": 60_000, "four": 90_000]
    var text = (0..<100_000).map { "word\($0 % 500)" }
    for (word, place) in places { text[place] = word }
    let words = Array(try edited(transcription, text.joined(separator: " ")).words)
    #expect(words.map(\.text) == text)
    for word in transcription.words {
      let place = try #require(places[word.text])
      #expect(words[place].isNear(word))
    }
  }

  @Test(
    "Random edits: times in order, unchanged words keep theirs, undo restores", arguments: 0..<400)
  func properties(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var transcription = Transcription.random(using: &random)
    // Of two equal adjacent words, either may be the deleted one. Half of the texts have none.
    let isUnambiguous = seed.isMultiple(of: 2)
    if isUnambiguous { transcription.numberWords() }
    transcription.repairTimes()
    let original = transcription
    let (text, kept) = randomEdit(of: transcription, using: &random)
    guard let edit = transcription.edit(text: text, at: now)
    else {
      #expect(text.trimmingCharacters(in: .whitespacesAndNewlines) == transcription.text)
      return
    }
    let wasApplied5 = transcription.apply(edit)
    #expect(wasApplied5)
    #expect(transcription.text == text.trimmingCharacters(in: .whitespacesAndNewlines))

    var repaired = transcription
    repaired.repairTimes()
    #expect(repaired == transcription)

    // Edits in one place only: everything around keeps its time.
    if isUnambiguous {
      let words = Array(transcription.words)
      #expect(zip(words, kept.before).allSatisfy { $0.isNear($1) })
      #expect(zip(words.reversed(), kept.after.reversed()).allSatisfy { $0.isNear($1) })
      #expect(words.count >= kept.before.count + kept.after.count)
    }

    let wasApplied6 = transcription.apply(edit.inverse)
    #expect(wasApplied6)
    #expect(transcription == original)
  }

  @Test("An edit beyond the segments is not applied, and a negative position is not decoded")
  func positionsOutOfRange() {
    var transcription = Transcription.mock
    for position in [-1, transcription.segments.count, Int.max] {
      let edit = TranscriptionEdit(
        position: position, removed: [transcription.segments[0]], inserted: [],
        editedAtBefore: nil, editedAtAfter: now)
      let isApplied = transcription.apply(edit)
      #expect(!isApplied, "\(position)")
    }
    #expect(transcription == .mock)
    #expect(throws: DecodingError.self) {
      try JSONDecoder.speechMemo.decode(
        TranscriptionEdit.self, from: Data(#"{"position":-1}"#.utf8))
    }
  }

  /// The text with some words in one place replaced, and the words before and after it.
  private func randomEdit(
    of transcription: Transcription, using random: inout SeededGenerator
  ) -> (text: String, kept: (before: [Word], after: [Word])) {
    let words = Array(transcription.words)
    let start = Int.random(in: 0...words.count, using: &random)
    let end = Int.random(in: start...words.count, using: &random)
    // The text's pieces as joined: one word each, so that spaces fall where they were.
    let typed = (0..<Int.random(in: 0...4, using: &random)).map { _ in
      ["quux", "Zebra", "новый", "字", "🙂🙂"].randomElement(using: &random) ?? ""
    }
    let before = words[..<start].map(\.text).joinedAsText()
    let after = words[end...].map(\.text).joinedAsText()
    let separator = ["\n", "  ", " "].randomElement(using: &random) ?? " "
    let text = [before, typed.joined(separator: separator), after].filter { !$0.isEmpty }
      .joined(separator: separator)
    return (text, (Array(words[..<start]), Array(words[end...])))
  }
}

extension Transcription {
  fileprivate mutating func numberWords() {
    var number = 0
    segments = segments.map { segment in
      Segment(
        words: segment.words.map { word in
          number += 1
          var word = word
          word.text += "\(number)"
          return word
        })
    }
  }
}
