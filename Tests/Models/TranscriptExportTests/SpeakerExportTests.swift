import Foundation
import SharedModels
import Testing
import TranscriptExport

@Suite("Exports with speakers")
struct SpeakerExportTests {
  private static let talk = Transcription(
    segments: [
      segment("We agreed.", at: 0, by: 0), segment("Did we?", at: 2, by: 1),
      segment("I was not there.", at: 3, by: 1), segment("Yes.", at: 6, by: 0),
    ],
    speakers: [Speaker(id: Speaker.ID(0), name: "Anna <B>"), Speaker(id: Speaker.ID(1))])

  private static func segment(_ text: String, at start: Int, by speaker: Int) -> Segment {
    Segment(
      words: text.split(separator: " ").enumerated().map { index, word in
        Word(
          text: String(word), start: .seconds(start) + .milliseconds(200 * index),
          end: .seconds(start) + .milliseconds(200 * index + 200), speaker: Speaker.ID(speaker))
      })
  }

  private func text(_ format: ExportFormat) throws -> String {
    try export(.mock, Self.talk, as: format)
  }

  @Test("Text names the speaker at each change")
  func txt() throws {
    #expect(
      try text(.txt) == """
        Anna <B>: We agreed.

        Speaker 2: Did we? I was not there.

        Anna <B>: Yes.

        """)
  }

  @Test("Subtitles break at a speaker change and name the speaker")
  func subtitles() throws {
    #expect(
      try text(.srt) == """
        1
        00:00:00,000 --> 00:00:01,000
        Anna <B>: We agreed.

        2
        00:00:02,000 --> 00:00:03,800
        Speaker 2: Did we? I was not there.

        3
        00:00:06,000 --> 00:00:07,000
        Anna <B>: Yes.

        """)
    let vtt = try text(.vtt)
    #expect(vtt.contains("\n<v Anna &lt;B&gt;>We agreed.\n"))
    #expect(vtt.contains("\n<v Speaker 2>Did we? I was not there.\n"))
  }

  @Test("Markdown names the speaker after the time")
  func markdown() throws {
    let text = try text(.md)
    #expect(text.contains("**[0:00] Anna \\<B\\>:** We agreed."))
    #expect(text.contains("**[0:02] Speaker 2:** Did we? I was not there."))
  }

  @Test("JSON has the speakers, and each word's and segment's")
  func json() throws {
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(try text(.json).utf8)) as? [String: Any])
    let speakers = try #require(object["speakers"] as? [[String: Any]])
    #expect(speakers.map { $0["label"] as? String } == ["Anna <B>", "Speaker 2"])
    #expect(speakers.map { $0["name"] as? String } == ["Anna <B>", nil])
    #expect(speakers.map { $0["seconds"] as? Double } == [0.6, 1.8])
    let segments = try #require(object["segments"] as? [[String: Any]])
    #expect(segments.map { $0["speaker"] as? Int } == [0, 1, 1, 0])
    let words = try #require(object["words"] as? [[String: Any]])
    #expect(words.first?["speaker"] as? Int == 0)
  }

  @Test("RTTM has a line for each turn, and names without blanks")
  func rttm() throws {
    let id = Recording.mock.id.rawValue.uuidString.lowercased()
    #expect(
      try text(.rttm) == """
        SPEAKER \(id) 1 0.000 0.400 <NA> <NA> Anna_<B> <NA> <NA>
        SPEAKER \(id) 1 2.000 1.800 <NA> <NA> Speaker_2 <NA> <NA>
        SPEAKER \(id) 1 6.000 0.200 <NA> <NA> Anna_<B> <NA> <NA>

        """)
    #expect(try export(.mock, .mock, as: .rttm) == "")
    var hostile = Self.talk
    hostile.speakers[0].name = "A\u{1b}[2J\nSPEAKER x"
    let lines = try export(.mock, hostile, as: .rttm).split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines.allSatisfy { $0.split(separator: " ").count == 10 && !$0.contains("\u{1b}") })
  }

  @Test("RTTM and JSON have the turns as the engine found them, with overlaps")
  func foundTurns() throws {
    var talk = Self.talk
    talk.details.turns = [
      VoiceTurn(speaker: 0, start: .milliseconds(-5), end: .milliseconds(2_300)),
      VoiceTurn(speaker: 1, start: .seconds(2), end: .milliseconds(3_900)),
    ]
    let id = Recording.mock.id.rawValue.uuidString.lowercased()
    #expect(
      try export(.mock, talk, as: .rttm) == """
        SPEAKER \(id) 1 0.000 2.305 <NA> <NA> Anna_<B> <NA> <NA>
        SPEAKER \(id) 1 2.000 1.900 <NA> <NA> Speaker_2 <NA> <NA>

        """)
    let json = Data(try export(.mock, talk, as: .json).utf8)
    let object = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
    let turns = try #require(object["turns"] as? [[String: Double]])
    #expect(
      turns == [
        ["end": 2.3, "speaker": 0, "start": -0.005], ["end": 3.9, "speaker": 1, "start": 2],
      ])
    let bare = Data(try text(.json).utf8)
    #expect((try JSONSerialization.jsonObject(with: bare) as? [String: Any])?["turns"] == nil)
  }

  @Test("RTTM has no negative times")
  func negativeTimes() throws {
    let word = Word(
      text: "Yes.", start: .milliseconds(-1500), end: .milliseconds(-3200), speaker: Speaker.ID(0))
    let talk = Transcription(
      segments: [Segment(words: [word])], speakers: [Speaker(id: Speaker.ID(0))])
    let id = Recording.mock.id.rawValue.uuidString.lowercased()
    #expect(
      try export(.mock, talk, as: .rttm)
        == "SPEAKER \(id) 1 0.000 0.000 <NA> <NA> Speaker_1 <NA> <NA>\n")
  }
}
