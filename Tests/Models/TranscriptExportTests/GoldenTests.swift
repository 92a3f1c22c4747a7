import Foundation
import SharedModels
import Testing
import TranscriptExport

@Suite("Golden exports")
struct GoldenTests {
  @Test("TXT is the text in paragraphs")
  func txt() throws {
    #expect(
      try export(.mock, .talk, as: .txt) == """
        We agreed on the budget, which is the largest that we have ever had, and on the plan for the spring. Please send it tomorrow.

        Thank you all.

        """)
  }

  @Test("SRT")
  func srt() throws {
    let srt = try export(.mock, .talk, as: .srt)
    #expect(
      srt == """
        1
        00:00:00,500 --> 00:00:06,100
        We agreed on the budget, which is
        the largest that we have ever had,

        2
        00:00:06,100 --> 00:00:08,900
        and on the plan for the spring.

        3
        00:00:08,900 --> 00:00:10,500
        Please send it tomorrow.

        4
        00:00:13,000 --> 00:00:14,200
        Thank you all.

        """)
  }

  @Test("VTT")
  func vtt() throws {
    let transcription = Transcription(
      segments: [
        Segment(words: [
          Word(text: "Tom", start: .zero, end: .milliseconds(300)),
          Word(text: "&", start: .milliseconds(300), end: .milliseconds(500)),
          Word(text: "<i>Jerry</i>", start: .milliseconds(500), end: .milliseconds(900)),
          Word(text: "-->", start: .milliseconds(900), end: .milliseconds(1400)),
          Word(text: "x", start: .seconds(366_000), end: .seconds(366_001)),
        ])
      ])
    #expect(
      try export(.preview(duration: .zero), transcription, as: .vtt) == """
        WEBVTT

        00:00:00.000 --> 00:00:01.400
        Tom &amp; &lt;i&gt;Jerry&lt;/i&gt; --&gt;

        101:40:00.000 --> 101:40:01.000
        x

        """)
  }

  @Test("JSON has the documented keys")
  func json() throws {
    var transcription = Transcription.mock
    transcription.segments.removeLast()
    transcription.segments[0].words.removeLast(3)
    transcription.segments[0].words[1].confidence = .nan
    transcription.language = nil
    #expect(
      try export(.mock, transcription, as: .json) == """
        {
          "date" : "2026-09-10T00:26:40Z",
          "duration" : 11,
          "engine" : {
            "name" : "faster-whisper",
            "version" : "1.2.1"
          },
          "id" : "00000000-0000-0000-0000-000000000001",
          "language" : null,
          "model" : "tiny.en",
          "segments" : [
            {
              "end" : 2,
              "start" : 0.5,
              "text" : "We agreed on the budget."
            }
          ],
          "tags" : [
            "speech",
            "example"
          ],
          "text" : "We agreed on the budget.",
          "title" : "A note on the budget",
          "version" : 1,
          "words" : [
            {
              "confidence" : 0.98,
              "end" : 0.7,
              "start" : 0.5,
              "text" : "We"
            },
            {
              "confidence" : 0,
              "end" : 1.15,
              "start" : 0.7,
              "text" : "agreed"
            }
          ]
        }

        """)
  }

  @Test("The id is printed in lower case, as in lists")
  func jsonID() throws {
    let recording = Recording(
      id: Recording.ID(try #require(UUID(uuidString: "ABCDEF01-0000-0000-0000-000000000000"))),
      audio: AudioFile(), date: Date(timeIntervalSince1970: 0), duration: .zero, title: "")
    #expect(
      try export(recording, Transcription(segments: []), as: .json)
        .contains("\"id\" : \"abcdef01-0000-0000-0000-000000000000\""))
  }

  @Test("Markdown")
  func markdown() throws {
    var recording = Recording.mock
    recording.title = "Notes on\n*budget* & [plan]"
    recording.duration = .seconds(3_725)
    #expect(
      try export(recording, .talk, as: .md) == """
        # Notes on \\*budget\\* \\& \\[plan\\]

        - Date: 2026-09-10T00:26:40Z
        - Duration: 1:02:05
        - Language: en
        - Tags: speech, example
        - Engine: faster-whisper 1.2.1 tiny.en

        **[0:00]** We agreed on the budget, which is the largest that we have ever had, and on the plan for the spring. Please send it tomorrow.

        **[0:13]** Thank you all.

        """)
  }

  @Test("Markdown of text without times has no times and cannot become a list or a heading")
  func markdownWithoutTimes() throws {
    for (text, line) in [
      ("# no heading", "\\# no heading"), ("1. no list", "1\\. no list"),
      ("- no list", "\\- no list"), ("2026 was good", "2026 was good"),
    ] {
      let markdown = try export(.mock, Transcription(formattedString: text), as: .md)
      #expect(markdown.hasSuffix("\n\n\(line)\n"))
    }
  }

  @Test("An empty transcript is an empty file of its format")
  func empty() throws {
    let empty = Transcription(segments: [])
    #expect(try export(.mock, empty, as: .txt) == "")
    #expect(try export(.mock, empty, as: .srt) == "")
    #expect(try export(.mock, empty, as: .vtt) == "WEBVTT\n")
    #expect(
      try export(.mock, empty, as: .md) == """
        # A note on the budget

        - Date: 2026-09-10T00:26:40Z
        - Duration: 0:11
        - Tags: speech, example

        """)
    #expect(try export(.mock, empty, as: .json).contains("\"words\" : [\n\n  ]"))
  }

  @Test("Formats are known by their names and extensions")
  func formats() {
    #expect(ExportFormat.allCases.map(\.rawValue) == ["txt", "srt", "vtt", "json", "md", "rttm"])
    #expect(ExportFormat(rawValue: "vtt")?.mediaType == "text/vtt; charset=utf-8")
    #expect(ExportFormat.md.fileExtension == "md")
  }
}

extension Transcription {
  /// 400 ms a word, a pause of three seconds before the last sentence.
  static let talk: Self = {
    var talk = Transcription.preview(
      """
      We agreed on the budget, which is the largest that we have ever had, and on the plan for \
      the spring. Please send it tomorrow.
      """)
    talk.segments[0].words.shift(by: .milliseconds(500))
    var thanks = Transcription.preview("Thank you all.").segments[0].words
    thanks.shift(by: .seconds(13))
    talk.segments = [Segment(words: talk.segments[0].words), Segment(words: thanks)]
    return talk
  }()
}

extension [Word] {
  fileprivate mutating func shift(by time: Duration) {
    for index in indices {
      self[index].start += time
      self[index].end += time
    }
  }
}
