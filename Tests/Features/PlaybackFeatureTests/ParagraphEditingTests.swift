import ComposableArchitecture
import PreviewHarness
import SharedModels
import TerminalUI
import Testing
import UndoCore

@testable import PlaybackFeature
@testable import PlaybackPreview

/// A paragraph is edited as one text, across its segments.
@Suite("Playback: editing a paragraph", .dependencies)
@MainActor
struct ParagraphEditingTests {
  private let text = "We agreed on the budget. Please send it tomorrow."

  private func edit(_ text: String) throws -> TranscriptionEdit {
    try #require(
      Transcription.mock.edit(
        segments: 0..<2, text: text, at: Date(timeIntervalSince1970: 1_800_000_000)))
  }

  @Test("Its segments change together, in one step to undo, and other words keep their times")
  func edited() async throws {
    let store = makeStore { $0.database.editTranscription = { _, _ in } }
    let typed = "We agreed on the budget, please. Send it today."
    await store.send(.editParagraphButtonTapped) {
      $0.editing = .init(.segments(0..<2), text: text)
    }
    await store.send(.textFieldChanged(TextFieldState(typed))) { $0.type(typed) }
    let edit = try edit(typed)
    await store.send(.saveButtonTapped) {
      $0.change(edit, typed: $0.unsavedTexts.last)
      $0.editing = nil
    }
    await receiveSaved(store)
    let edited = try #require(store.state.transcript.loaded?.transcription)
    #expect(edited.text == typed)
    #expect(edited.words.first?.start == Transcription.mock.words.first?.start)
    #expect(store.state.undoSteps.map(\.name) == ["edit of 'A note on the budget'"])
  }

  @Test("Only the paragraph of the focused word is edited, without its speaker")
  func other() async {
    var state = PlaybackFeature.State(recording: Shared(value: .mock))
    state.transcript = .loaded(Transcript(.talk))
    let store = makeStore(state)
    await store.send(.paragraphSelected(by: 1)) { $0.selectedWordIndex = 0 }
    await store.send(.paragraphSelected(by: 1)) { $0.selectedWordIndex = 5 }
    await store.send(.editParagraphButtonTapped) {
      $0.editing = .init(.segments(1..<2), text: "Please send it tomorrow.")
    }
  }

  private func storeWithUnsavedText(original: String) -> TestStoreOf<PlaybackFeature> {
    let typed = UnsavedText(
      .paragraph, of: Recording.mock.id, place: 0, original: original, text: "Other words.")
    let state = PlaybackFeature.State(recording: Shared(value: .mock))
    state.$unsavedTexts.withLock { $0 = [typed] }
    return makeStore(state)
  }

  @Test("Typed text that was not saved is in the field again when the memo is opened")
  func resumed() async {
    let store = storeWithUnsavedText(original: text)
    await store.send(.transcriptResponse(.success(.mock))) {
      $0.transcript = .loaded(Transcript(.mock))
      $0.resume(.segments(0..<2), text, typed: "Other words.")
    }
    #expect(store.state.unsavedTexts.map(\.text) == ["Other words."])
  }

  @Test("If the paragraph has changed since, the typed text can be copied")
  func outdated() async {
    let store = storeWithUnsavedText(original: "What was said before.")
    let typed = store.state.unsavedTexts[0]
    await store.send(.transcriptResponse(.success(.mock))) {
      $0.transcript = .loaded(Transcript(.mock))
      $0.offer(typed, in: .typedTextOutdated("Other words."))
    }
  }

  @Test("A text that was saved before the app was killed is not offered again")
  func saved() async throws {
    let store = storeWithUnsavedText(original: text)
    var transcription = Transcription.mock
    transcription.apply(try edit("Other words."))
    await store.send(.transcriptResponse(.success(transcription))) { [transcription] in
      $0.transcript = .loaded(Transcript(transcription))
      $0.forgetTyped()
    }
  }

  @Test("The field has as many lines as the text needs, and arrows move between them")
  func frame() async throws {
    let frame = try await PlaybackPreview.preview.lastFrame(of: "usual", "P up", size: "40x11")
    let field = "\nEdit: We agreed on the budget. Please\n      send it tomorrow.\n"
    #expect(frame.contains(field), "\(frame)")
    #expect(frame.contains("enter save  esc cancel  \u{2191}\u{2193} line"), "\(frame)")
    let typed = try await PlaybackPreview.preview.lastFrame(
      of: "usual", "P up type:!", size: "40x11")
    #expect(typed.contains("\nEdit: We agreed on the !budget."), "\(typed)")
    let segment = try await PlaybackPreview.preview.lastFrame(of: "usual", "e up", size: "40x11")
    #expect(segment.hasSuffix("\nenter save  esc cancel"), "\(segment)")
    let wrapped = try await PlaybackPreview.preview.lastFrame(of: "usual", "e", size: "20x14")
    #expect(wrapped.contains("\nEdit: We agreed on\n      the budget.\n"), "\(wrapped)")
  }
}
