import Foundation
import SharedModels
import Testing

struct SummaryTests {
  private let transcription = Transcription.mock

  private var summary: Summary {
    Summary(
      provenance: Summary.Provenance(
        model: "gemma", promptVersion: 2, transcription: transcription,
        createdAt: Date(timeIntervalSince1970: 1_789_000_100)))
  }

  @Test("A summary survives a round trip")
  func roundTrip() throws {
    let quote = Summary.Quote(
      text: "the budget.", words: 3..<5, start: .milliseconds(1300), end: .seconds(2))
    var full = summary
    full.actionItems = [
      Summary.ActionItem(Summary.Point("Plan.", quote: quote), who: "Ann", when: "tomorrow"),
      Summary.ActionItem(Summary.Point("Send.", quote: quote)),
    ]
    full.decisions = [Summary.Point("Agreed.", quote: quote)]
    full.droppedCount = 3
    full.keyPoints = [Summary.Point("A budget.", quote: quote)]
    full.provenance.transcriptEditedAt = Date(timeIntervalSince1970: 1_789_000_099)
    full.sentence = Summary.Point("About a budget.", quote: quote)
    full.title = Summary.Point("The budget", quote: quote)
    for summary in [summary, full] {
      let json = try JSONEncoder.speechMemo.encode(summary)
      #expect(try JSONDecoder.speechMemo.decode(Summary.self, from: json) == summary)
    }
  }

  @Test("A summary is stale once the transcript or its text is another one")
  func stale() {
    #expect(!summary.isStale(for: transcription))
    var edited = transcription
    edited.editedAt = Date(timeIntervalSince1970: 1)
    #expect(summary.isStale(for: edited))
    #expect(summary.isStale(for: Transcription(segments: transcription.segments)))
  }
}
