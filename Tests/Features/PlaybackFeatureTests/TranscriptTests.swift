import PlaybackFeature
import SharedModels
import Testing

struct TranscriptTests {
  private func words(of transcription: Transcription) -> [String] {
    let transcript = Transcript(transcription)
    return transcript.ranges.map {
      String(decoding: Array(transcript.text.utf8)[$0], as: UTF8.self)
    }
  }

  @Test("Each word's range in the text is found")
  func ranges() {
    #expect(words(of: .mock) == Transcription.mock.words.map(\.text))
  }

  @Test("Word ranges are found across line breaks, in other scripts, and inside other words")
  func odd() {
    func segment(_ text: String, _ words: String...) -> Segment {
      Segment(
        start: .zero, end: .seconds(1), text: text,
        words: words.map { Word(text: $0, start: .zero, end: .zero) })
    }
    let transcription = Transcription(segments: [
      segment("another\nan other", "another", "an", "other"),
      segment(""),
      segment("今日は", "今日", "は"),
      segment("晴れ", "晴れ"),
      segment(" spaced ", "spaced"),
      segment("naïve 🎙️.", "naïve", "🎙️."),
    ])
    #expect(words(of: transcription) == transcription.words.map(\.text))
  }

  @Test("A word missing from the text has an empty range, and the others keep theirs")
  func missing() {
    let transcription = Transcription(segments: [
      Segment(
        start: .zero, end: .seconds(1), text: "one three",
        words: ["one", "two", "three"].map { Word(text: $0, start: .zero, end: .zero) })
    ])
    #expect(words(of: transcription) == ["one", "", "three"])
  }
}
