import Foundation
import SharedModels
import Testing
import TranscriptExport

/// Data that an older version stored unvalidated may be in a library.
struct ControlTests {
  private static let wild = "one\u{1b}[2J \u{202e}two\u{9b} three\u{2066}\u{0}"

  @Test(
    "No export contains control characters of terminals, players or bidirectional text",
    arguments: ExportFormat.allCases)
  func formats(format: ExportFormat) throws {
    let words = Self.wild.split(separator: " ").enumerated().map { index, word in
      Word(text: String(word), start: .seconds(index), end: .seconds(index + 1))
    }
    let transcription = Transcription(
      engine: TranscriptionEngine(name: Self.wild, version: Self.wild), language: Self.wild,
      model: Self.wild,
      segments: [
        Segment(start: .zero, end: .seconds(3), text: Self.wild, words: words),
        Segment(start: .seconds(3), end: .seconds(4), text: Self.wild),
      ])
    var recording = Recording.preview(title: Self.wild, duration: .seconds(4))
    recording.tags = [Self.wild]
    let text = try export(recording, transcription, as: format)
    #expect(!text.unicodeScalars.contains { $0.isTextControl && $0 != "\n" })
    // It contains speakers instead of words.
    if format != .rttm { #expect(text.contains("two") && text.contains("three")) }
    if format == .json {
      let json = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
      #expect(json?["title"] as? String == Self.wild)
    }
  }
}
