import SharedModels
import Testing
import TranscriptExport

@Suite("Cues")
struct CueTests {
  @Test("Words without times share the recording's time by their length")
  func withoutTimes() {
    let cues = Transcription(formattedString: "aaaa bb. cccccc").cues(duration: .seconds(13))
    #expect(
      cues == [
        Cue(start: .zero, end: .seconds(7), lines: ["aaaa bb."]),
        Cue(start: .seconds(7), end: .seconds(13), lines: ["cccccc"]),
      ])
  }

  @Test("Segments without times share the time before the next one with times")
  func segmentsWithoutTimes() {
    let transcription = Transcription(
      segments: [
        Segment(start: .zero, end: .zero, text: "aaaa"),
        Segment(start: .zero, end: .zero, text: "bbbb"),
        Segment(start: .seconds(8), end: .seconds(9), text: "cccc"),
      ])
    let cues = transcription.cues(
      duration: .seconds(20), options: SubtitleOptions(longest: .seconds(4)))
    #expect(cues.map(\.start) == [.zero, .seconds(4), .seconds(8)])
    #expect(cues.map(\.end) == [.seconds(4), .seconds(8), .seconds(9)])
  }

  @Test("A cue may start at the last millisecond that a library stores")
  func lastMillisecond() {
    let last = Duration.milliseconds(Int64.max)
    let transcription = Transcription(
      segments: [Segment(words: [Word(text: "a", start: last, end: last)])])
    #expect(transcription.cues(duration: .zero).map(\.end) == [last])
  }

  @Test("A short cue stays until it can be read, unless the next begins or the recording ends")
  func shortest() {
    func word(_ text: String, _ start: Int) -> Word {
      Word(text: text, start: .milliseconds(start), end: .milliseconds(start + 100))
    }
    let transcription = Transcription(
      segments: [Segment(words: [word("a", 0), word("b", 950), word("c", 5000), word("d", 9500)])])
    #expect(
      transcription.cues(duration: .milliseconds(9700)) == [
        Cue(start: .zero, end: .milliseconds(950), lines: ["a"]),
        Cue(start: .milliseconds(950), end: .milliseconds(1950), lines: ["b"]),
        Cue(start: .seconds(5), end: .seconds(6), lines: ["c"]),
        Cue(start: .milliseconds(9500), end: .milliseconds(9700), lines: ["d"]),
      ])
  }

  @Test("A cue of hardly any time takes some of the longer cue that it touches")
  func hardlyAnyTime() {
    func cues(_ times: [(start: Int, end: Int)], _ texts: [String]) -> [[Int64]] {
      let words = zip(texts, times).map {
        Word(text: $0, start: .milliseconds($1.start), end: .milliseconds($1.end))
      }
      return Transcription(segments: [Segment(words: words)]).cues(duration: .seconds(20))
        .map { [$0.start.wholeMilliseconds, $0.end.wholeMilliseconds] }
    }
    let long = String(repeating: "x", count: 80) + "."
    #expect(
      cues([(0, 3000), (3000, 3000), (3000, 6000)], [long, long, long])
        == [[0, 2001], [2001, 3001], [3001, 6000]])
    #expect(
      cues([(0, 300), (300, 300), (300, 6000)], [long, long, long])
        == [[0, 300], [300, 1300], [1300, 6000]])
    #expect(
      cues([(1000, 1000), (1000, 3000)], [long, long]) == [[1000, 2000], [2000, 3000]])
  }

  @Test("A word that takes too long is not shown to its end")
  func longest() {
    let transcription = Transcription(
      segments: [Segment(words: [Word(text: "Ooooh", start: .seconds(1), end: .seconds(21))])])
    #expect(
      transcription.cues(duration: .seconds(30))
        == [Cue(start: .seconds(1), end: .seconds(8), lines: ["Ooooh"])])
  }

  @Test("A cue that is too long is cut at the longest silence if it has no punctuation")
  func cutAtSilence() {
    var now = 0
    let words = (1...20).map { number in
      now += number == 12 ? 300 : 0
      defer { now += 300 }
      return Word(
        text: "word\(number)", start: .milliseconds(now), end: .milliseconds(now + 300))
    }
    let cues = Transcription(segments: [Segment(words: words)]).cues(duration: .seconds(7))
    #expect(cues[0].lines.joined(separator: " ").hasSuffix("word11"))
    #expect(cues[1].lines.joined(separator: " ").hasPrefix("word12"))
  }

  @Test("Chinese breaks between characters, never before a full stop, and takes double width")
  func chinese() {
    let sentence = String(repeating: "今天天气很好我们去公园散步", count: 3) + "。"
    let cues = Transcription(
      segments: [Segment(start: .zero, end: .seconds(6), text: sentence)]
    ).cues(duration: .seconds(6))
    #expect(cues.flatMap(\.lines).joined() == sentence)
    #expect(cues.flatMap(\.lines).allSatisfy { $0.count <= 21 && !$0.hasPrefix("。") })
    #expect(cues.count == 1)
  }

  @Test("Arabic, Hebrew and emoji are never split inside a character")
  func scripts() {
    let text = "مرحبا بالعالم، كيف حالك؟ שלום לכולם 👩‍👩‍👧‍👦 🇩🇪 é " + String(repeating: "👩‍👩‍👧‍👦", count: 30)
    let cues = Transcription(
      segments: [Segment(start: .zero, end: .seconds(20), text: text)]
    ).cues(duration: .seconds(20))
    let shown = cues.flatMap(\.lines).joined().filter { $0 != " " }
    #expect(shown == text.filter { $0 != " " })
  }

  @Test("A word longer than a line is cut, and its time with it")
  func longWord() {
    let word = String(repeating: "x", count: 100)
    let cues = Transcription(
      segments: [Segment(words: [Word(text: word, start: .zero, end: .seconds(5))])]
    ).cues(duration: .seconds(5))
    #expect(cues.flatMap(\.lines).map(\.count) == [42, 42, 16])
    #expect(cues.last?.end == .seconds(5))
  }

  @Test("Spaces follow the segment's text, not word boundaries")
  func spacing() throws {
    let words = ["New", "-York", "、", "東京", "OK"].enumerated().map {
      Word(text: $1, start: .milliseconds($0 * 300), end: .milliseconds($0 * 300 + 300))
    }
    let transcription = Transcription(
      segments: [
        Segment(start: .zero, end: .seconds(2), text: "New-York、東京 OK", words: words)
      ])
    #expect(transcription.cues(duration: .seconds(2)).map(\.lines) == [["New-York、東京 OK"]])
    #expect(try export(.mock, transcription, as: .txt) == "New-York、東京 OK\n")
  }

  @Test("A line break that was typed makes a paragraph and no line of a subtitle")
  func lineBreaks() throws {
    let transcription = Transcription(
      segments: [Segment(start: .zero, end: .seconds(2), text: "One two\n three")])
    #expect(try export(.mock, transcription, as: .txt) == "One two\n\nthree\n")
    #expect(transcription.cues(duration: .seconds(2)).map(\.lines) == [["One two three"]])
  }

  @Test("Control characters are dropped")
  func controls() {
    let transcription = Transcription(
      segments: [
        Segment(words: [Word(text: "a\u{0}b\u{1B}[2J", start: .zero, end: .seconds(1))])
      ])
    #expect(transcription.cues(duration: .seconds(1)).map(\.lines) == [["ab[2J"]])
  }

  @Test("The limits hold for random speech, without losing words", arguments: 0..<60)
  func limits(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let options =
      seed % 3 == 0
      ? SubtitleOptions(lineLength: 12, lineCount: 3, longest: .seconds(3)) : SubtitleOptions()
    var transcription = Transcription.random(using: &random)
    transcription.repairTimes()
    let duration = (transcription.segments.last?.end ?? .zero) + .seconds(1)
    let cues = transcription.cues(duration: duration, options: options)
    var now = Duration.zero
    for cue in cues {
      #expect(cue.start >= now && cue.end > cue.start)
      #expect(cue.end - cue.start <= options.longest)
      #expect((1...options.lineCount).contains(cue.lines.count))
      #expect(cue.lines.allSatisfy { !$0.isEmpty && $0.count <= options.lineLength })
      #expect(cue.lines.allSatisfy { !$0.hasPrefix(" ") && !$0.hasSuffix(" ") })
      now = cue.end
    }
    #expect(
      cues.flatMap(\.lines).joined().filter { $0 != " " }
        == transcription.words.map(\.text).joined())
  }
}
