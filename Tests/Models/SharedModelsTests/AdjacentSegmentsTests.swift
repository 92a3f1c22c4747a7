import Foundation
import SharedModels
import Testing

struct AdjacentSegmentsTests {
  @Test("The text of adjacent segments is edited, and a range that does not exist is refused")
  func segments() throws {
    let date = Date(timeIntervalSince1970: 0)
    var transcription = Transcription(
      segments: ["One two.", "Three four.", "Five six."].enumerated().map { index, text in
        Segment(
          words: text.split(separator: " ").enumerated().map { place, word in
            let start = Duration.seconds(index * 10 + place)
            return Word(text: String(word), start: start, end: start + .seconds(1))
          })
      })
    let times = transcription.words.map(\.start)
    let edit = try #require(
      transcription.edit(segments: 1..<3, text: "Three, four five six!", at: date))
    #expect(edit.position >= 1)
    let isApplied = transcription.apply(edit)
    #expect(isApplied && transcription.text == "One two. Three, four five six!")
    #expect(transcription.words.map(\.start) == times)
    for range in [-1..<1, 1..<1, 2..<4] {
      #expect(transcription.edit(segments: range, text: "x", at: date) == nil)
    }
  }
}
