import Foundation
import SharedModels
import Testing
import TranscriptExport

@Suite("Exports in several languages")
struct LanguageExportTests {
  @Test("JSON has the language of a segment if it differs")
  func json() throws {
    let transcription = Transcription(
      language: "en",
      segments: [
        Segment(start: .zero, end: .seconds(1), text: "Good morning."),
        Segment(start: .seconds(1), end: .seconds(2), text: "Guten Morgen.", language: "de"),
      ])
    let text = try export(.mock, transcription, as: .json)
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let segments = try #require(object?["segments"] as? [[String: Any]])
    #expect(object?["language"] as? String == "en")
    #expect(segments.map { $0["language"] as? String } == [nil, "de"])
    #expect(segments.map { $0.keys.contains("language") } == [false, true])
  }
}
