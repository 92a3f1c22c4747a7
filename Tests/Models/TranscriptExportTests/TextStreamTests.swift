import SharedModels
import Testing
import TranscriptExport

struct TextStreamTests {
  private func text(_ steps: [[Segment]], duration: Duration) -> String {
    var stream = TextStream(duration: duration)
    return steps.map { stream.text(adding: $0) }.joined()
  }

  @Test("The pieces are the text of the whole transcript", arguments: 0..<200 as Range<UInt64>)
  func pieces(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let transcription = Transcription.random(using: &random)
    let recording = Recording.preview(duration: .seconds(120))
    var steps: [[Segment]] = []
    for segment in transcription.segments {
      if steps.isEmpty || Bool.random(using: &random) { steps.append([]) }
      steps[steps.count - 1].append(segment)
    }
    let whole = textExport(recording, transcription)
    let text = text(steps, duration: recording.duration)
    #expect(whole == (whole.isEmpty ? "" : "\(text)\n"))
  }

  @Test("Segments without words and times continue the paragraph")
  func untimed() {
    let segments = ["One", "", "two.", "你好", "。"].map {
      Segment(start: .zero, end: .zero, text: $0)
    }
    let whole = textExport(.preview(), Transcription(segments: segments))
    #expect(text(segments.map { [$0] }, duration: Recording.mock.duration) + "\n" == whole)
  }

  @Test("A pause starts a paragraph with the piece after it")
  func pause() {
    let segments = [("One", 0), ("two.", 1), ("Three.", 9)].map { text, start in
      Segment(words: [Word(text: text, start: .seconds(start), end: .seconds(start + 1))])
    }
    var stream = TextStream(duration: .seconds(10))
    #expect(segments.map { stream.text(adding: [$0]) } == ["One", " two.", "\n\nThree."])
    #expect(stream.text(adding: []) == "")
  }
}
