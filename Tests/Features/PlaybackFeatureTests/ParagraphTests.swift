import PlaybackFeature
import SharedModels
import Testing

/// The paragraph breaks of the text, and its faint parts.
@Suite("Playback: paragraphs")
struct ParagraphTests {
  private func segment(_ text: String, _ start: Double, _ end: Double) -> Segment {
    Segment(start: .seconds(start), end: .seconds(end), text: text)
  }

  @Test("A pause ends a paragraph, and each starts on its own line with its time")
  func pause() {
    let transcript = Transcript(
      Transcription(segments: [
        segment("One.", 0, 1), segment("Two.", 1.5, 2), segment("Three.", 5, 6),
      ]))
    #expect(transcript.text == "One. Two.\nThree.")
    #expect(transcript.paragraphs.map(\.offset) == [0, 10])
    #expect(transcript.paragraphs.map(\.start) == [.zero, .seconds(5)])
    #expect(transcript.segmentRanges == [0..<4, 5..<9, 10..<16])
  }

  @Test("Speech without pauses is split into paragraphs at sentence ends")
  func long() {
    let sentence = String(repeating: "word ", count: 20) + "end."
    let transcript = Transcript(
      Transcription(
        segments: (0..<20).map { segment(sentence, Double($0), Double($0) + 1) }))
    #expect(transcript.paragraphs.count == 4)
    #expect(transcript.text.split(separator: "\n").allSatisfy { $0.hasSuffix("end.") })
  }

  @Test("Text without blanks is not cut inside")
  func withoutBlanks() {
    let transcript = Transcript(
      Transcription(segments: [segment("会議。", 0, 1), segment("終わり。", 9, 10)]))
    #expect(transcript.text == "会議。終わり。")
    #expect(transcript.paragraphs.count == 1)
  }

  @Test("Words that the engine is not sure of are known by their places")
  func unsure() {
    let transcript = Transcript(
      Transcription(segments: [
        Segment(words: [
          Word(text: "Sure", start: .zero, end: .seconds(1), confidence: 0.9),
          Word(text: "perhaps", start: .seconds(1), end: .seconds(2), confidence: 0.2),
        ])
      ]))
    #expect(transcript.lowConfidenceRanges == [5..<12])
  }
}
