import ComposableArchitecture
import DatabaseClient
import DependenciesTestSupport
import Foundation
@testable import PlaybackFeature
import SharedModels
import TerminalClient
import TerminalUI
import Testing
import UndoCore

/// Unsaved text is restored.
@Suite("Playback: unsaved texts", .dependencies)
@MainActor
struct UnsavedTextTests {
  let file = URL(fileURLWithPath: "/tmp/memo.txt")

  func text(
    _ kind: UnsavedText.Kind, _ original: String, _ text: String, place: Int? = nil,
    file: URL? = nil
  ) -> UnsavedText {
    UnsavedText(
      kind, of: Recording.mock.id, place: place, original: original, text: text, file: file)
  }

  /// A memo that is opened while some texts of it are not saved.
  func opened(
    _ texts: [UnsavedText], transcription: Transcription = .mock,
    withDependencies prepare: (inout DependencyValues) -> Void = { _ in },
    then update: @escaping (inout PlaybackFeature.State) -> Void
  ) async -> TestStoreOf<PlaybackFeature> {
    let store = makeStore(withDependencies: prepare)
    store.state.$unsavedTexts.withLock { $0 = texts }
    await store.send(.transcriptResponse(.success(transcription))) {
      $0.transcript = .loaded(Transcript(transcription))
      update(&$0)
    }
    return store
  }

  @Test("Typed text is kept at once, and dropped when discarded, with a step to undo that")
  func keptAndUndone() async {
    let store = makeStore()
    await store.send(.editTitleButtonTapped) {
      $0.editing = PlaybackFeature.Editing(.title, text: Recording.mock.title)
    }
    await store.send(.textFieldChanged(TextFieldState("Money"))) { $0.type("Money") }
    let typed = PlaybackFeature.Editing(.title, text: Recording.mock.title, typed: "Money")
    await store.send(.cancelButtonTapped) {
      $0.editing = nil
      $0.forgetTyped()
      $0.record(.typed($0.unsavedText(of: typed)))
    }
  }

  @Test(
    "Unsaved text is restored when the memo opens", .dependencies,
    arguments: [
      (UnsavedText.Kind.title, nil, Recording.mock.title, PlaybackFeature.Editing.Target.title),
      (.tags, nil, "speech, example", .tags),
      (.segment, 1, "Please send it tomorrow.", .segment(1)),
      // A sentence that has moved.
      (.segment, 0, "Please send it tomorrow.", .segment(1)),
    ] as [(UnsavedText.Kind, Int?, String, PlaybackFeature.Editing.Target)])
  func takenUp(
    kind: UnsavedText.Kind, place: Int?, original: String, target: PlaybackFeature.Editing.Target
  ) async throws {
    let store = await opened([text(kind, original, "Typed", place: place)]) {
      $0.resume(target, original, typed: "Typed")
      if case .segment(let segment) = target {
        $0.$unsavedTexts.withLock { $0 = [text(kind, original, "Typed", place: segment)] }
      }
    }
    let editing = try #require(store.state.editing)
    #expect(editing.target == target)
    #expect(editing.originalText == original)
    #expect(editing.field.text == "Typed")
    await store.send(.cancelButtonTapped) {
      $0.editing = nil
      $0.forgetTyped()
      $0.record(.typed($0.unsavedText(of: editing)))
    }
  }

  @Test("An unsaved speaker name is restored, or shown if its speaker is gone")
  func speaker() async {
    let gone = text(.speaker, "", "Dora", place: 7)
    let store = await opened(
      [text(.speaker, "", "Carla", place: 1), gone], transcription: .talk
    ) { $0.resume(.speaker(Speaker.ID(1)), "", typed: "Carla") }
    #expect(store.state.editing?.target == .speaker(Speaker.ID(1)))
    #expect(store.state.editing?.field.text == "Carla")
    await store.send(.cancelButtonTapped) {
      $0.destination = .alert(.typedTextOutdated("Dora"))
      $0.editing = nil
      $0.offeredText = gone
      $0.record(.typed(text(.speaker, "", "Carla", place: 1)))
      $0.$unsavedTexts.withLock { $0 = [gone] }
    }
    #expect(store.state.destination?.alert?.text.contains("Dora") == true)
  }

  @Test("Of two identical segments, unsaved text belongs to the one at its position")
  func twins() async {
    let twins = Transcription(
      segments: (0..<3).map {
        Segment(words: [
          Word(text: "Yes.", start: .seconds($0), end: .seconds($0) + .milliseconds(500))
        ])
      })
    let store = await opened(
      [text(.segment, "Yes.", "Yes!", place: 2)], transcription: twins
    ) {
      $0.currentWordIndex = 0
      $0.resume(.segment(2), "Yes.", typed: "Yes!")
    }
    #expect(store.state.editing?.target == .segment(2))
    // It was saved, and the app was killed before it knew.
    var edited = twins
    edited.segments[2].text = "Yes!"
    let saved = await opened(
      [text(.segment, "Yes.", "Yes!", place: 2)], transcription: edited
    ) {
      $0.currentWordIndex = 0
      $0.forgetTyped()
    }
    #expect(saved.state.editing == nil)
    #expect(saved.state.unsavedTexts.isEmpty)
  }

  @Test("Of sentences typed one after the other for the same segment, the last is restored")
  func row() async {
    let row = [
      text(.segment, "We agreed on the budget.", "We agreed.", place: 0),
      text(.segment, "We agreed.", "We disagreed.", place: 0),
    ]
    let store = await opened(row) {
      $0.resume(.segment(0), "We agreed on the budget.", typed: "We disagreed.")
      $0.$unsavedTexts.withLock {
        $0 = [text(.segment, "We agreed on the budget.", "We disagreed.", place: 0)]
      }
    }
    #expect(store.state.editing?.originalText == "We agreed on the budget.")
    #expect(store.state.editing?.field.text == "We disagreed.")
    #expect(
      store.state.unsavedTexts
        == [text(.segment, "We agreed on the budget.", "We disagreed.", place: 0)])
    var once = Transcription.mock
    once.segments[0].text = "We agreed."
    let later = await opened(row, transcription: once) {
      $0.resume(.segment(0), "We agreed.", typed: "We disagreed.")
      $0.$unsavedTexts.withLock { $0 = [text(.segment, "We agreed.", "We disagreed.", place: 0)] }
    }
    #expect(later.state.editing?.originalText == "We agreed.")
    #expect(later.state.editing?.field.text == "We disagreed.")
  }

  @Test("Unsaved text of a changed segment moves to the most similar one, with a notice")
  func changed() async {
    let store = await opened([
      text(.segment, "Please send it today.", "Please send it at once.", place: 0)
    ]) {
      $0.destination = .alert(.segmentChanged)
      $0.resume(.segment(1), "Please send it tomorrow.", typed: "Please send it at once.")
      $0.$unsavedTexts.withLock {
        $0 = [text(.segment, "Please send it tomorrow.", "Please send it at once.", place: 1)]
      }
    }
    #expect(store.state.editing?.target == .segment(1))
    #expect(store.state.editing?.originalText == "Please send it tomorrow.")
    #expect(store.state.editing?.field.text == "Please send it at once.")
    #expect(
      store.state.destination?.alert.map { String(state: $0.title) }
        == "This segment has changed since you edited it.")
    #expect(store.state.unsavedTexts.map(\.text) == ["Please send it at once."])
  }

  @Test("A sentence that nothing is like is shown, stays, and can be copied or thrown away")
  func fitsNoMore() async {
    let copied = LockIsolated("")
    let typed = text(.segment, "Unheard of sentences altogether.", "What I typed.")
    let store = await opened([typed]) {
      $0.terminal.write = { bytes in copied.setValue(String(decoding: bytes, as: UTF8.self)) }
    } then: {
      $0.offer(typed, in: .typedTextOutdated("What I typed."))
    }
    #expect(store.state.editing == nil)
    #expect(store.state.destination?.alert?.text.contains("What I typed.") == true)
    await store.send(.destination(.presented(.alert(.copyTypedTextButtonTapped)))) {
      $0.destination = nil
      $0.offeredText = nil
      $0.postponedTexts = [typed]
    }
    await store.receive(\.delegate.notice, "Your text was sent to the terminal's clipboard.")
    #expect(copied.value.contains(Data("What I typed.".utf8).base64EncodedString()))
    #expect(store.state.unsavedTexts == [typed], "it is asked about when the memo is opened again")
    let again = await opened([typed]) { $0.offer(typed, in: .typedTextOutdated("What I typed.")) }
    await again.send(.destination(.presented(.alert(.discardTypedTextButtonTapped)))) {
      $0.destination = nil
      $0.forgetTyped()
      $0.offeredText = nil
    }
  }

  @Test(
    "Unsaved text waits for a pending transcript, and other memos keep theirs")
  func elsewhere() async {
    let other = UnsavedText(
      .title, of: Recording.ID(UUID(9)), original: "A", text: "B")
    let typed = text(.segment, "A sentence.", "Another sentence.")
    let shared = Shared(value: Recording.preview(transcription: .queued))
    let store = makeStore(PlaybackFeature.State(recording: shared))
    store.state.$unsavedTexts.withLock { $0 = [other, typed] }
    await store.send(.transcriptResponse(.success(nil))) { $0.transcript = .missing }
    #expect(store.state.unsavedTexts == [other, typed])
    shared.withLock { $0.transcription = .done }
    await store.send(.transcriptResponse(.success(nil))) {
      $0.destination = .alert(.typedTextOutdated("Another sentence."))
      $0.offeredText = typed
    }
    #expect(store.state.destination?.alert?.text.contains("Another sentence.") == true)
  }
}
