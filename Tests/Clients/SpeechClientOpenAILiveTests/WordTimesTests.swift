import SharedModels
import SpeechClient
import Testing

@testable import SpeechClientOpenAILive

@Suite("Answers of servers, as segments and words")
struct WordTimesTests {
  private func segments(
    _ name: String, length: Double = 8.47, loudIn ranges: Range<Double>...
  ) throws -> [Segment] {
    let json = try answer(name)
    return try Self.segments(json, length: length, loudIn: ranges.isEmpty ? [0..<length] : ranges)
  }

  private static func segments(
    _ json: String, length: Double, loudIn ranges: [Range<Double>]
  ) throws -> [Segment] {
    let samples = (0..<Int(length * 16_000)).map { index in
      let isLoud = ranges.contains { $0.contains(Double(index) / 16_000) }
      return Int16((index / 20 % 2 == 0 ? 1 : -1) * (isLoud ? 9_000 : 10))
    }
    return WordTimes(
      try TranscriptionResponse(Array(json.utf8), length: length),
      voiced: VoicedTime(samples, rate: 16_000), length: length
    ).segments()
  }

  private func times(_ words: [Word]) -> [String] {
    words.map { "\($0.text) \($0.start.secondsToMillisecond)-\($0.end.secondsToMillisecond)" }
  }

  @Test("Words without punctuation get that of the text, and their times")
  func words() throws {
    let segments = try segments("openai-verbose.json")
    #expect(
      segments.map(\.text) == [
        "The tide turns at noon.", "Bring the long rope, two lanterns – and ask Marta.",
      ])
    #expect(
      times(segments[0].words)
        == ["The 0.0-0.24", "tide 0.24-0.66", "turns 0.66-1.02", "at 1.02-1.2", "noon. 1.2-1.78"])
    #expect(
      times(segments[1].words)
        == [
          "Bring 3.1-3.42", "the 3.42-3.56", "long 3.56-3.88", "rope, 3.88-4.3", "two 4.52-4.7",
          "lanterns 4.7-5.28", "– 5.28-5.9", "and 5.9-6.04", "ask 6.04-6.4", "Marta. 6.4-6.94",
        ])
    #expect(segments.map(\.start) == [.zero, .milliseconds(3100)])
    #expect(segments.map(\.end) == [.milliseconds(1780), .milliseconds(6940)])
    #expect(segments.map { Int(($0.words[0].confidence * 100).rounded()) } == [80, 90])
  }

  @Test("Words inside of segments count, and a segment without any shares its time by syllables")
  func wordsInSegments() throws {
    let segments = try segments("speaches-verbose.json")
    #expect(times(segments[0].words).last == "noon. 1.2-1.78")
    #expect(segments[0].words.map(\.confidence) == [0.91, 0.84, 0.99, 0.98, 0.97])
    #expect(
      times(segments[1].words) == ["Bring 3.0-3.4", "the 3.4-3.8", "long 3.8-4.2", "rope. 4.2-5.0"])
    #expect(segments[1].words.map { Int(($0.confidence * 100).rounded()) } == [60, 60, 60, 60])
  }

  @Test("Word fragments are joined unless white space precedes them")
  func pieces() throws {
    let segments = try segments("whispercpp-verbose.json")
    #expect(segments.map(\.text) == ["The Americans turn at noon."])
    #expect(
      times(segments[0].words)
        == ["The 0.0-0.24", "Americans 0.24-0.8", "turn 0.8-1.02", "at 1.02-1.2", "noon. 1.2-2.4"])
    #expect(segments[0].words[1].confidence == 0.6)
  }

  @Test("Times in nanoseconds are recognized")
  func nanoseconds() throws {
    let segments = try segments("localai-verbose.json")
    #expect(segments.map(\.start) == [.zero, .seconds(3)])
    #expect(segments.map(\.end) == [.milliseconds(2400), .seconds(5)])
    #expect(segments.flatMap(\.words).count == 9)
  }

  @Test("Words without times share the gap between their neighbors")
  func missing() throws {
    let segments = try segments("times-null.json")
    #expect(segments.map(\.text) == ["The tide turns at noon.", "Bring the long rope."])
    #expect(times(segments[0].words)[4] == "noon. 1.2-1.78")
    #expect(segments[0].words[..<4].allSatisfy { $0.end <= .milliseconds(1200) })
    #expect(
      times(segments[1].words) == ["Bring 3.0-3.4", "the 3.4-3.8", "long 3.8-4.2", "rope. 4.2-5.0"])
  }

  @Test("In scripts without spaces, each character has its time, and other words stay whole")
  func signs() throws {
    let segments = try segments("japanese.json", length: 4)
    #expect(segments.map(\.text) == ["今日は会議です。", "AIの話。"])
    #expect(
      times(segments[0].words)
        == [
          "今 0.0-0.2", "日 0.2-0.4", "は 0.4-0.6", "会 0.6-0.9", "議 0.9-1.2", "で 1.2-1.5",
          "す。 1.5-1.8",
        ])
    #expect(times(segments[1].words) == ["AI 2.0-2.6", "の 2.6-2.8", "話。 2.8-3.4"])
  }

  @Test("Text without times is spread over the speech, a segment per sentence")
  func textAlone() throws {
    let segments = try segments("openai-json.json", loudIn: 1..<3, 6..<7.8)
    #expect(
      segments.map(\.text) == [
        "The tide turns at noon.", "Bring the long rope, two lanterns, and ask Marta.",
      ])
    let words = segments.flatMap(\.words)
    #expect(words.first?.start == .seconds(1))
    #expect(words.last?.end == .milliseconds(7800))
    // The pause is silent.
    #expect(!words.contains { $0.start > .seconds(3) && $0.start < .seconds(6) })
    #expect(!words.contains { $0.end > .seconds(3) && $0.end < .seconds(6) })
  }

  @Test("An endless sentence is cut at the segment limit")
  func endless() throws {
    let text = Array(repeating: "on and", count: 50).joined(separator: " ")
    let segments = try Self.segments(#"{"text":"\#(text)"}"#, length: 60, loudIn: [0..<60])
    #expect(segments.map(\.words.count) == [40, 40, 20])
    #expect(segments.map(\.text).joined(separator: " ") == text)
  }

  @Test(
    "Words are in order and within the audio, whatever times a server sends",
    arguments: [
      "openai-verbose.json", "openai-json.json", "openai-diarized.json", "speaches-verbose.json",
      "whispercpp-verbose.json", "localai-verbose.json", "times-null.json", "japanese.json",
    ], [0.5, 3, 8.47])
  func inside(name: String, length: Double) throws {
    let segments = try segments(name, length: length, loudIn: 0..<0.2, 0.3..<length)
    var last = Duration.zero
    for word in segments.flatMap(\.words) {
      #expect(word.start <= word.end)
      #expect(word.end <= .milliseconds(Int64(length * 1000)))
      last = word.start
    }
    #expect(last <= .milliseconds(Int64(length * 1000)))
    #expect(segments.allSatisfy { $0.words.first?.start == $0.start && !$0.text.isEmpty })
  }

  @Test(
    "A field with a wrong type counts as missing",
    arguments: [
      #"{"text":"one two","segments":{"a":1},"words":"none","language":5}"#,
      #"{"text":"one two","segments":[5,null,{"text":7},[]],"words":[{"word":null}]}"#,
      #"{"text":"one two","segments":[{"start":true,"end":[],"text":"one two","words":{}}]}"#,
      #"{"text":"one two","words":[{"word":"one","start":1e308,"end":-5}],"language":""}"#,
      #"{"segments":[{"text":"one"},{"text":"  "},{"text":"two"}]}"#,
      #"{"text":"one\u0000 \u202etwo"}"#,
    ])
  func wrongTypes(json: String) throws {
    let segments = try Self.segments(json, length: 2, loudIn: [0..<2])
    #expect(segments.map(\.text).joinedAsText() == "one two")
    #expect(segments.flatMap(\.words).map(\.text) == ["one", "two"])
    #expect(segments.flatMap(\.words).allSatisfy { $0.end <= .seconds(2) })
  }

  @Test("A response without text is invalid", arguments: ["{}", "[]", "5", "", #"{"text":5}"#])
  func noAnswer(json: String) {
    #expect(throws: (any Error).self) { try Self.segments(json, length: 2, loudIn: [0..<2]) }
  }
}

struct WordMatchesTests {
  private func pairs(_ ours: String, _ theirs: String) -> [String] {
    let (mine, other) = (
      ours.split(separator: " ").map(String.init), theirs.split(separator: " ").map(String.init)
    )
    return WordMatches(mine, other).pairs.map { first, second in
      mine[first].joined(separator: " ") + "=" + other[second].joined(separator: " ")
    }
  }

  @Test("Equal words are matched, even if one side splits them")
  func equal() {
    #expect(pairs("a b c", "a b c") == ["a=a", "b=b", "c=c"])
    #expect(pairs("dont stop", "don t stop") == ["dont=don t", "stop=stop"])
    #expect(pairs("e mail us", "email us") == ["e mail=email", "us=us"])
  }

  @Test("Words of only one side are skipped")
  func others() {
    #expect(pairs("a x y b", "a b") == ["a=a", "b=b"])
    #expect(pairs("a b", "a x y b") == ["a=a", "b=b"])
    #expect(pairs("a 20 b", "a twenty b") == ["a=a", "b=b"])
    #expect(pairs("a b", "x y") == [])
    #expect(pairs("", "a") == [])
  }
}
