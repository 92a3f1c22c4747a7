import ComposableArchitecture
@testable import PlaybackFeature
import SharedModels
import TerminalUI
import Testing

/// Words are looked for in an open memo.
@Suite("Playback: find")
@MainActor
struct FindTests {
  private func transcript(_ texts: String...) -> Transcript {
    Transcript(
      Transcription(
        segments: texts.enumerated().map { index, text in
          // Each is a separate paragraph.
          Segment(start: .seconds(index * 10), end: .seconds(index * 10 + 1), text: text)
        }))
  }

  private func found(_ words: String, in transcript: Transcript) -> [String] {
    var transcript = transcript
    let bytes = Array(transcript.text.utf8)
    return transcript.matches(of: words).map { String(decoding: bytes[$0], as: UTF8.self) }
  }

  @Test("Search ignores case, accents and their encoding")
  func folded() {
    let transcript = transcript("Zoë says ZOE\u{308}, and Zoe says STRASSE.")
    #expect(found("zoe", in: transcript) == ["Zoë", "ZOE\u{308}", "Zoe"])
    #expect(found("ZOË S", in: transcript) == ["Zoë s", "Zoe s"])
    #expect(found("strasse", in: transcript) == ["STRASSE"])
    #expect(found("", in: transcript).isEmpty && found("zoes", in: transcript).isEmpty)
  }

  @Test("Matches are one after the other, and each is whole")
  func several() {
    #expect(found("aa", in: transcript("aaaaa")) == ["aa", "aa"])
    #expect(found("議", in: transcript("会議の議題")) == ["議", "議"])
    #expect(found("👩", in: transcript("👩‍🚀 and 👩")) == ["👩"])
  }

  @Test("A new paragraph may start between two words")
  func paragraphs() {
    let transcript = transcript("The budget is", "gone for good.")
    #expect(transcript.text == "The budget is\ngone for good.")
    #expect(found("is gone", in: transcript) == ["is\ngone"])
    #expect(found("isgone", in: transcript).isEmpty)
  }

  @Test("Search results follow edits of the text")
  func edited() async throws {
    let store = makeStore {
      $0.database.editTranscription = { _, _ in }
    }
    await store.send(.findButtonTapped) { $0.find = .init(text: "") }
    await store.send(.findChanged(TextFieldState("tomorrow"))) {
      $0.find?.field = TextFieldState("tomorrow")
      $0.find?.matches = [40..<48]
      $0.find?.current = 0
      $0.selectedWordIndex = 8
    }
    await store.send(.findDoneButtonTapped) { $0.find?.isTyping = false }
    try await type("Tomorrow, tomorrow!", for: 1, in: store) {
      $0.find?.matches = [25..<33, 35..<43]
      $0.selectedWordIndex = nil
    }
    await receiveSaved(store)
  }
}
