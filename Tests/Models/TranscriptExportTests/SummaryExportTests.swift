import Foundation
import SharedModels
import Testing
import TranscriptExport

@Suite("Exports with a summary")
struct SummaryExportTests {
  private let summary: Summary

  init() {
    let transcription = Transcription.mock
    var summary = Summary(
      provenance: Summary.Provenance(
        model: "gemma", promptVersion: 1, transcription: transcription,
        createdAt: Date(timeIntervalSince1970: 1_789_000_100)))
    let agreed = Summary.Quote(
      text: "agreed on the budget.", words: 1..<5, start: .milliseconds(700),
      end: .milliseconds(2000))
    let sent = Summary.Quote(
      text: "send it", words: 6..<8, start: .milliseconds(3600), end: .milliseconds(4000))
    summary.sentence = Summary.Point("A budget & a *letter*.", quote: agreed)
    summary.keyPoints = [Summary.Point("- There is a budget.", quote: agreed)]
    summary.actionItems = [
      Summary.ActionItem(Summary.Point("Send it.", quote: sent), who: "Ann", when: "tomorrow")
    ]
    self.summary = summary
  }

  @Test("Markdown has the summary with its quotes before the transcript")
  func markdown() throws {
    #expect(
      try export(.mock, .mock, summary, as: .md) == """
        # A note on the budget

        - Date: 2026-09-10T00:26:40Z
        - Duration: 0:11
        - Language: en
        - Tags: speech, example
        - Engine: faster-whisper 1.2.1 tiny.en

        ## Summary

        A budget \\& a \\*letter\\*.

        > **[0:00]** “agreed on the budget.”

        ### Key points

        - \\- There is a budget.
          > **[0:00]** “agreed on the budget.”

        ### Action items

        - Send it. (Ann, tomorrow)
          > **[0:03]** “send it”

        ## Transcript

        **[0:00]** We agreed on the budget. Please send it tomorrow.

        """)
  }

  @Test("Markdown has no heading for a summary without any points")
  func empty() throws {
    var empty = Summary(provenance: summary.provenance)
    empty.droppedCount = 2
    #expect(try export(.mock, .mock, empty, as: .md) == export(.mock, .mock, as: .md))
  }

  @Test("JSON has the summary with its origin, and the times and words of each quote")
  func json() throws {
    let text = try export(.mock, .mock, summary, as: .json)
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let summary = try #require(object?["summary"] as? [String: Any])
    #expect(
      Set(summary.keys) == [
        "actionItems", "createdAt", "decisions", "dropped", "keyPoints", "model", "promptVersion",
        "sentence", "transcript",
      ])
    #expect(summary["createdAt"] as? String == "2026-09-10T00:28:20Z")
    #expect(summary["transcript"] as? String == Transcription.mock.id.text)
    let item = try #require((summary["actionItems"] as? [[String: Any]])?.first)
    #expect(Set(item.keys) == ["end", "quote", "start", "text", "when", "who", "words"])
    #expect(item["start"] as? Double == 3.6)
    #expect(item["words"] as? [Int] == [6, 8])
  }

  @Test("A stale summary is left out, and formats without a place for it have none")
  func leftOut() throws {
    var edited = Transcription.mock
    edited.editedAt = Date(timeIntervalSince1970: 1_789_000_200)
    for format in ExportFormat.allCases {
      #expect(
        try export(.mock, edited, summary, as: format) == export(.mock, edited, as: format))
      #expect(
        try (export(.mock, .mock, summary, as: format) != export(.mock, .mock, as: format))
          == format.hasSummary)
    }
  }
}
