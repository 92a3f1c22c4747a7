import AudioFileClient
import ComposableArchitecture
import ComposableTerminal
import DatabaseClient
import Foundation
import PlaybackFeature
import SharedModels
import TerminalClient
import TerminalUI
import Testing
import TextEditorClient

/// An hour's text is read, looked through, copied and edited as a whole.
@Suite("Playback: reading")
@MainActor
struct ReadingTests {
  private func store(
    withDependencies prepare: (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<PlaybackFeature> {
    TestStore(initialState: .loaded()) {
      PlaybackFeature()
    } withDependencies: {
      $0.audioFile.peaks = { _, _ in [] }
      $0.database.editTranscription = { _, _ in }
      $0.date = .constant(Date(timeIntervalSince1970: 0))
      prepare(&$0)
    }
  }

  @Test("Words are found whatever their case, one match after the other, around the end")
  func find() async {
    let store = store()
    await store.send(.findButtonTapped) { $0.find = .init(text: "") }
    await store.send(.findChanged(TextFieldState("IT"))) {
      $0.find?.field = TextFieldState("IT")
      $0.find?.matches = [37..<39]
      $0.find?.current = 0
      $0.selectedWordIndex = 7
    }
    await store.send(.findChanged(TextFieldState("e"))) {
      $0.find?.field = TextFieldState("e")
      $0.find?.matches = [1..<2, 6..<7, 7..<8, 15..<16, 21..<22, 27..<28, 30..<31, 33..<34]
      $0.find?.current = 0
      $0.selectedWordIndex = 0
    }
    await store.send(.matchSelected(by: 1)) {
      $0.find?.current = 1
      $0.selectedWordIndex = 1
    }
    await store.send(.findDoneButtonTapped) { $0.find?.isTyping = false }
    await store.send(.cancelButtonTapped) {
      $0.find = nil
      $0.selectedWordIndex = nil
    }
  }

  @Test("What is looked for and not there is no longer looked for")
  func nothingFound() async {
    let store = store()
    await store.send(.findButtonTapped) { $0.find = .init(text: "") }
    await store.send(.findChanged(TextFieldState("zebra"))) {
      $0.find?.field = TextFieldState("zebra")
    }
    await store.send(.findDoneButtonTapped) { $0.find = nil }
  }

  @Test("A place that was scrolled to stays until a word is chosen or another place is played")
  func scroll() async {
    let store = store()
    let scroll = TextScroll(line: 3, count: 40)
    await store.send(.set(\.scroll, scroll)) { $0.scroll = scroll }
    await store.send(.timeUpdated(0.6)) {
      $0.currentTime = 0.6
      $0.currentWordIndex = 0
    }
    await store.send(.wordPressed(at: 3)) { $0.selectedWordIndex = 1 }
    await store.send(.wordSelected(by: 1)) {
      $0.selectedWordIndex = 2
      $0.scroll = nil
    }
  }

  @Test("A sentence, a word, the text and a link go to the terminal's clipboard")
  func copy() async throws {
    let written = LockIsolated<[String]>([])
    let store = store {
      $0.terminal.write = { bytes in
        written.withValue { $0.append(String(decoding: bytes, as: UTF8.self)) }
      }
    }
    store.exhaustivity = .off
    await store.send(.wordSelected(by: 1))
    for target in [PlaybackFeature.CopyTarget.sentence, .word, .memo, .link] {
      await store.send(.copyButtonTapped)
      await store.send(.destination(.presented(.copy(.delegate(.chosen(target))))))
      await store.receive(\.delegate.notice)
    }
    let texts = written.value.map { sequence in
      #expect(sequence.hasPrefix("\u{1b}]52;c;") && sequence.hasSuffix("\u{7}"))
      let data = Data(base64Encoded: String(sequence.dropFirst(7).dropLast())) ?? Data()
      return String(decoding: data, as: UTF8.self)
    }
    #expect(
      texts == [
        "We agreed on the budget.", "We", Transcript(.mock).text,
        "speechmemo://recordings/00000000-0000-0000-0000-000000000001?t=0.5",
      ])
  }

  @Test("The whole text comes back from the person's editor, and words keep their times")
  func editor() async throws {
    let store = store {
      $0.terminal.lend = { try await $0() }
      $0.textEditor = .simulated { $0.replacingOccurrences(of: "tomorrow", with: "today") }
    }
    store.exhaustivity = .off
    await store.send(.editorButtonTapped)
    await store.receive(\.editorResponse)
    await store.receive(\.delegate.editsSaved)
    let transcription = try #require(store.state.transcript.loaded?.transcription)
    #expect(transcription.text == "We agreed on the budget. Please send it today.")
    #expect(transcription.words.map(\.start) == Transcription.mock.words.map(\.start))
    await store.send(.undoButtonTapped)
    #expect(store.state.transcript.loaded?.transcription.text == Transcription.mock.text)
    await store.receive(\.delegate.editsSaved)
  }

  @Test("An editor that cannot be started says so, and changes nothing")
  func editorFails() async {
    let failure = TextEditorFailure.unsuccessful(
      command: "vim", reason: "could not be started", kept: nil)
    let store = store {
      $0.terminal.lend = { try await $0() }
      $0.textEditor.open = { _ in throw failure }
    }
    store.exhaustivity = .off
    await store.send(.editorButtonTapped)
    await store.receive(\.editorResponse)
    #expect(store.state.destination?.alert?.message.map { String(state: $0) } == "\(failure)")
    #expect(store.state.transcript.loaded?.transcription == .mock)
  }

  @Test("A click on the waveform goes there")
  func position() async {
    let store = store()
    await store.send(.positionSelected(0.5)) {
      $0.currentTime = 5.5
    }
  }

  @Test("Tags are edited in the memo, and taken back")
  func tags() async {
    let store = store()
    store.exhaustivity = .off
    await store.send(.editTagsButtonTapped)
    await store.send(.textFieldChanged(TextFieldState("work , ,money")))
    await store.send(.saveButtonTapped)
    #expect(store.state.recording.tags == ["work", "money"])
    await store.send(.undoButtonTapped)
    #expect(store.state.recording.tags == Recording.mock.tags)
  }
}
