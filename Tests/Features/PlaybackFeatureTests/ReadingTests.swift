import AudioFileClient
import ComposableArchitecture
import ComposableTerminal
import DatabaseClient
import Foundation
@testable import PlaybackFeature
import SharedModels
import TerminalClient
import TerminalUI
import Testing
import TextEditorClient
import UndoCore

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

  @Test("The waveform shows loudness, not the loudest samples")
  func waveform() async {
    let store = store {
      $0.audioFile.peaks = { _, _ in
        [Peak(max: 1, min: -1, rms: 0.125), Peak(max: 1, min: -1, rms: 0.5)]
      }
      $0.database.transcription = { _ in try await Task.never() }
    }
    let task = await store.send(.task)
    await store.receive(\.waveformResponse) { $0.waveform = .init(levels: [0.25, 1]) }
    await task.cancel()
  }

  @Test("The waveform is that of the transcript's audio track")
  func waveformOfTrack() async {
    var transcription = Transcription.mock
    transcription.settings.track = 2
    let store = store { [transcription] in
      $0.audioFile.peaks = { url, _ in
        guard url.audioTrack == 2
        else { return try await Task.never() }
        return [0.5, 0.25].map { Peak(max: 1, min: -1, rms: $0) }
      }
      $0.database.transcription = { _ in transcription }
    }
    let task = await store.send(.task)
    await store.receive(\.transcriptResponse.success) {
      $0.transcript = .loaded(Transcript(transcription))
    }
    await store.receive(\.waveformResponse) { $0.waveform = .init(levels: [1, 0.5]) }
    await task.cancel()
  }

  @Test("Search ignores case and cycles through the matches")
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

  @Test("Closing a search without results clears it")
  func nothingFound() async {
    let store = store()
    await store.send(.findButtonTapped) { $0.find = .init(text: "") }
    await store.send(.findChanged(TextFieldState("zebra"))) {
      $0.find?.field = TextFieldState("zebra")
    }
    await store.send(.findDoneButtonTapped) { $0.find = nil }
  }

  @Test("A scroll position stays until a word is selected or playback moves")
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
    await store.send(.wordSelected(by: 1)) { $0.selectedWordIndex = 0 }
    for target in [PlaybackFeature.CopyTarget.segment, .word, .memo, .link] {
      await store.send(.copyButtonTapped) { $0.destination = .copy(.copy(hasText: true)) }
      await store.send(.destination(.presented(.copy(.delegate(.chosen(target)))))) {
        $0.destination = nil
      }
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

  @Test("Text edited in an external editor replaces the whole text and keeps word times")
  func editor() async throws {
    let store = store {
      $0.terminal.lend = { try await $0() }
      $0.textEditor = .simulated { $0.replacingOccurrences(of: "tomorrow", with: "today") }
    }
    let edit = try #require(
      Transcription.mock.edit(
        text: "We agreed on the budget. Please send it today.",
        at: Date(timeIntervalSince1970: 0)))
    let original = Transcription.mock.editableText
    let typed = UnsavedText(
      .text, of: Recording.mock.id, original: original,
      text: original.replacingOccurrences(of: "tomorrow", with: "today"),
      file: URL(fileURLWithPath: "/tmp/memo.txt"))
    await store.send(.editorButtonTapped) { $0.isInEditor = true }
    await store.receive(\.editorResponse) {
      $0.change(edit, typed: typed)
      $0.isInEditor = false
      $0.$unsavedTexts.withLock { $0 = [typed] }
    }
    await receiveSaved(store)
    let transcription = try #require(store.state.transcript.loaded?.transcription)
    #expect(transcription.text == "We agreed on the budget. Please send it today.")
    #expect(transcription.words.map(\.start) == Transcription.mock.words.map(\.start))
    #expect(store.state.undoSteps.map(\.name) == ["edit of 'A note on the budget'"])
  }

  @Test("An editor that fails to start shows the reason and changes nothing")
  func editorFails() async {
    let failure = TextEditorFailure.unsuccessful(
      command: "vim", reason: "could not be started", kept: nil)
    let store = store {
      $0.terminal.lend = { try await $0() }
      $0.textEditor.open = { _ in throw failure }
      $0.textEditor.saves = { .finished }
    }
    await store.send(.editorButtonTapped) { $0.isInEditor = true }
    await store.receive(\.editorResponse) {
      $0.destination = .alert(.notEdited(failure))
      $0.isInEditor = false
    }
    #expect(store.state.destination?.alert?.message.map { String(state: $0) } == "\(failure)")
    await store.receive(\.delegate.editorFailed)
  }

  @Test("Clicking the waveform seeks")
  func position() async {
    let store = store()
    await store.send(.positionSelected(0.5)) {
      $0.currentTime = 5.5
    }
  }

  @Test("Tags are edited in the memo, which adds a step to undo it")
  func tags() async {
    let store = store()
    await store.send(.editTagsButtonTapped) {
      $0.editing = PlaybackFeature.Editing(.tags, text: "speech, example")
    }
    await store.send(.textFieldChanged(TextFieldState("work , ,money"))) {
      $0.type("work , ,money")
    }
    await store.send(.saveButtonTapped) {
      $0.editing = nil
      $0.changeDetails { $0.tags = ["work", "money"] }
    }
    await store.receive(\.detailsSaveResponse) { $0.forgetTyped() }
    #expect(store.state.undoSteps.map(\.name) == ["tag change of 'A note on the budget'"])
  }
}
