import Foundation
import SharedModels
import Testing

struct EditableTextTests {
  private func transcription(_ texts: String...) -> Transcription {
    Transcription(segments: texts.map { Segment(start: .zero, end: .zero, text: $0) })
  }

  @Test("Each segment is a line, and read back it is the same text")
  func lines() {
    #expect(
      Transcription.mock.editableText == "We agreed on the budget.\nPlease send it tomorrow.\n")
    #expect(
      Transcription.text(fromEditable: Transcription.mock.editableText) == Transcription.mock.text)
  }

  @Test("Text of scripts without spaces is joined without spaces")
  func withoutSpaces() {
    let text = transcription("今日は", "晴れです。")
    #expect(text.editableText == "今日は\n晴れです。\n")
    #expect(Transcription.text(fromEditable: text.editableText) == text.text)
  }

  @Test("Line breaks do not matter, and empty lines separate paragraphs")
  func paragraphs() {
    let text = Transcription.text(fromEditable: "\nOne \r\n two\n three\n\n\n  Four\n\n")
    #expect(text == "One two three\n\nFour")
  }

  @Test(
    "A new paragraph is kept, and words on both sides keep their times")
  func paragraphAgain() throws {
    let text = Transcription.mock.editableText
      .replacingOccurrences(of: "budget.\n", with: "budget.\n\n")
    var transcription = Transcription.mock
    let edit = try #require(
      transcription.edit(text: Transcription.text(fromEditable: text), at: .distantPast))
    let isApplied = transcription.apply(edit)
    #expect(isApplied)
    #expect(transcription.editableText == text)
    #expect(transcription.words.map(\.start) == Transcription.mock.words.map(\.start))
  }

  @Test("Nothing is an empty text")
  func nothing() {
    #expect(transcription().editableText == "\n")
    #expect(Transcription.text(fromEditable: " \n\n ") == "")
  }
}
