import ComposableArchitecture
import DatabaseClient
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

  @Test("The terms of a search are found where words start, or in a script without spaces")
  func terms() throws {
    var transcript = transcript(
      "The tide: a tidy untidy budget.", "Budget 会議 of may, maybe dismay.")
    let bytes = Array(transcript.text.utf8)
    let terms = try SearchQuery("tid* \"budget 会\" 議 may").terms()
    let found = transcript.matches(of: terms).map { String(decoding: bytes[$0], as: UTF8.self) }
    #expect(found == ["tid", "tid", "Budget 会", "議", "may", "may"])
  }

  private func store(
    for query: SearchQuery, at time: Double = 0
  ) throws -> TestStoreOf<PlaybackFeature> {
    let find = try #require(PlaybackFeature.Find(query))
    return makeStore(
      PlaybackFeature.State(recording: Shared(value: .mock), currentTime: time, find: find))
  }

  @Test("A memo that was found shows the matches, and n goes from the first to the next")
  func searched() async throws {
    let store = try store(for: SearchQuery("send budg*"))
    await store.send(.transcriptResponse(.success(.mock))) {
      $0.find?.matches = [17..<21, 32..<36]
      $0.find?.current = 0
      $0.selectedWordIndex = 4
      $0.transcript = .loaded(Transcript(.mock))
    }
    #expect(store.state.find?.field.text == "send budg")
    await store.send(.matchSelected(by: 1)) {
      $0.find?.current = 1
      $0.selectedWordIndex = 6
    }
  }

  @Test("A match that was opened stays the current word, and esc closes the memo at once")
  func searchedPlace() async throws {
    let time = Transcription.mock.words[6].start / .seconds(1)
    let store = try store(for: SearchQuery("the send"), at: time)
    await store.send(.transcriptResponse(.success(.mock))) {
      $0.currentWordIndex = 6
      $0.find?.matches = [13..<16, 32..<36]
      $0.find?.current = 1
      $0.transcript = .loaded(Transcript(.mock))
    }
    #expect(!store.state.canCancel)
    await store.send(.matchSelected(by: 1)) {
      $0.find?.current = 0
      $0.selectedWordIndex = 3
    }
  }

  @Test("A memo found by its title shows no search", arguments: [Transcription?.none, .mock])
  func searchedTitle(transcription: Transcription?) async throws {
    let store = try store(for: SearchQuery("zebra"))
    await store.send(.transcriptResponse(.success(transcription))) {
      $0.currentWordIndex = transcription.flatMap { $0.wordIndex(at: .zero) }
      $0.find = nil
      $0.transcript = transcription.map { .loaded(Transcript($0)) } ?? .missing
    }
    #expect(PlaybackFeature.Find(SearchQuery("speaker:anna")) == nil)
  }

  @Test("The next text to find starts with the words of the search")
  func searchedAgain() async throws {
    let store = try store(for: SearchQuery("budget"))
    await store.send(.transcriptResponse(.success(.mock))) {
      $0.find?.matches = [17..<23]
      $0.find?.current = 0
      $0.selectedWordIndex = 4
      $0.transcript = .loaded(Transcript(.mock))
    }
    await store.send(.findButtonTapped) {
      $0.find = .init(text: "budget")
      $0.find?.matches = [17..<23]
      $0.find?.current = 0
    }
    #expect(store.state.find?.isTyping == true)
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
