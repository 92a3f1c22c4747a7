import Foundation
import SharedModels
import Testing

@Suite("Transcription")
struct TranscriptionTests {
  @Test("SP-05 a result has a transcription made from a formatted string")
  func result() {
    let result = SpeechRecognitionResult(
      bestTranscription: Transcription(formattedString: "Hello world"), isFinal: true)
    #expect(result.bestTranscription.formattedString == "Hello world")
    #expect(result.bestTranscription == Transcription(formattedString: "Hello world"))
    #expect(result.bestTranscription.wordCount == 2)
    #expect(result.bestTranscription.words.isEmpty)
    #expect(result.isFinal)
    #expect(Transcription(formattedString: "").segments.isEmpty)
  }

  @Test("Words are numbered across segments, and segments without words are skipped")
  func words() {
    var transcription = Transcription.mock
    transcription.segments.insert(
      Segment(start: .seconds(2), end: .seconds(3), text: "no times"), at: 1)
    transcription.segments.insert(Segment(start: .zero, end: .zero, text: ""), at: 0)
    let texts = ["We", "agreed", "on", "the", "budget.", "Please", "send", "it", "tomorrow."]
    #expect(transcription.words.map(\.text) == texts)
    #expect(transcription.words.indices.map { transcription.words[$0].text } == texts)
    #expect(transcription.words.count == 9)
    #expect(transcription.wordCount == 11)
    #expect(transcription.words.location(of: 6) == (3, 1))
    #expect(
      transcription.text == "We agreed on the budget. no times Please send it tomorrow.")
  }

  @Test("The index follows every change of the segments")
  func indexFollows() {
    var transcription = Transcription.mock
    transcription.segments[0].words.removeFirst()
    #expect(transcription.words.count == 8)
    #expect(transcription.wordIndex(at: .milliseconds(600)) == nil)
    #expect(transcription.wordIndex(at: .milliseconds(700)) == 0)
    transcription.segments = []
    #expect(transcription.words.isEmpty)
    #expect(transcription.wordIndex(at: .zero) == nil)
  }

  @Test(
    "SR-07 the word at a time: start included, end not, nil outside words",
    arguments: [
      (0, nil), (499, nil), (500, 0), (699, 0), (700, 1), (1999, 4), (2000, nil), (3199, nil),
      (3200, 5), (4699, 8), (4700, nil), (999_999, nil), (-1, nil),
    ] as [(Int, Int?)])
  func wordAtTime(milliseconds: Int, index: Int?) {
    let transcription = Transcription.mock
    let time = Duration.milliseconds(milliseconds)
    #expect(transcription.wordIndex(at: time) == index)
  }

  @Test("SR-07 a word of zero length is found at its time, unless a longer one starts there")
  func zeroLength() {
    func word(_ text: String, _ start: Int, _ end: Int) -> Word {
      Word(text: text, start: .seconds(start), end: .seconds(end))
    }
    let transcription = Transcription(
      segments: [
        Segment(words: [word("a", 1, 2), word("b", 2, 2)]),
        Segment(words: [word("c", 4, 4), word("d", 4, 5)]),
      ])
    #expect(transcription.wordIndex(at: .seconds(2)) == 1)
    #expect(transcription.wordIndex(at: .milliseconds(2001)) == nil)
    #expect(transcription.wordIndex(at: .seconds(4)) == 3)
  }

  @Test("SR-07 agrees with a search from the front, on random transcripts", arguments: 0..<40)
  func agreesWithLinear(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var transcription = Transcription.random(using: &random)
    transcription.repairTimes()
    let words = Array(transcription.words)
    let end = words.last?.end ?? .seconds(1)
    for _ in 0..<200 {
      let time = Duration.milliseconds(
        Int64.random(in: -5...end.wholeMilliseconds + 5, using: &random))
      #expect(
        transcription.wordIndex(at: time) == words.lastIndex { $0.contains(time) })
    }
  }

  @Test(
    "Repaired times are in order, inside the recording, and stay if they were", arguments: 0..<40)
  func repair(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var transcription = Transcription.random(using: &random, isDisordered: true)
    transcription.repairTimes(within: .seconds(5))
    var now = Duration.zero
    for segment in transcription.segments {
      #expect(segment.start >= now && segment.end <= .seconds(5))
      now = segment.start
      for word in segment.words {
        #expect(word.start >= now && word.end >= word.start)
        now = word.end
      }
      #expect(segment.end >= now)
      now = segment.end
    }
    var again = transcription
    again.repairTimes(within: .seconds(5))
    #expect(again == transcription)
    var mock = Transcription.mock
    mock.repairTimes(within: Recording.mock.duration)
    #expect(mock == .mock)
  }

  @Test("A dump shows the fields and not the index")
  func mirror() {
    let labels = Mirror(reflecting: Transcription.mock).children.map(\.label)
    #expect(
      labels == [
        "id", "createdAt", "details", "editedAt", "engine", "language", "model", "repairs",
        "segments", "settings", "speakers",
      ])
  }

  @Test("Text without spaces between words is joined without them")
  func joining() {
    #expect(["你好", "世界"].joinedAsText() == "你好世界")
    #expect(["Hello", "世界", "again"].joinedAsText() == "Hello 世界 again")
    #expect(["a ", "b", "", "c\n", "d"].joinedAsText() == "a b c\nd")
    #expect([String]().joinedAsText() == "")
  }

  @Test("Joining text piece by piece equals joining it at once")
  func continuation() {
    for pieces in [
      ["Hello", "world."], ["你好", "世界"], ["a ", "b", "", "c\n", "d"], ["e", "\u{301}x"],
    ] {
      var text = ""
      for piece in pieces { text += text.continuation(with: piece) }
      #expect(text.unicodeScalars.elementsEqual(pieces.joinedAsText().unicodeScalars))
    }
  }
}
