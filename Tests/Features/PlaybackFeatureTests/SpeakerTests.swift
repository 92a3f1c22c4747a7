import AudioFileClient
import ComposableArchitecture
import DatabaseClient
import PlaybackFeature
@testable import PlaybackPreview
import PreviewHarness
import SharedModels
import TerminalUI
import Testing

/// Who speaks, in an open memo.
@Suite("Playback: speakers", .dependencies)
@MainActor
struct SpeakerTests {
  /// The first sentence is said by one, the second by another one.
  nonisolated private static let talk: Transcription = {
    var transcription = Transcription.mock
    let words = transcription.segments.enumerated().flatMap { index, segment in
      segment.words.map { _ in Speaker.ID(index % 2) }
    }
    let speakers = [
      Speaker(id: Speaker.ID(0), name: "Anna"), Speaker(id: Speaker.ID(1), likelyName: "Ben"),
    ]
    _ = transcription.apply(.replace(speakers, words: words))
    return transcription
  }()

  private func store(
    editing: @escaping @Sendable (Transcription.ID, SpeakerEdit) async throws -> Void
  ) -> TestStoreOf<PlaybackFeature> {
    var state = PlaybackFeature.State(recording: Shared(value: .mock))
    state.transcript = .loaded(Transcript(Self.talk))
    return TestStore(initialState: state) {
      PlaybackFeature()
    } withDependencies: {
      $0.database.editSpeakers = editing
      $0.database.transcription = { _ in Self.talk }
    }
  }

  @Test("Each turn begins with who speaks, in a paragraph of its own")
  func text() {
    let transcript = Transcript(Self.talk)
    #expect(
      transcript.text
        == "Anna: We agreed on the budget.\nBen?: Please send it tomorrow.")
    let bytes = Array(transcript.text.utf8)
    #expect(
      transcript.speakerRanges.map { String(decoding: bytes[$0], as: UTF8.self) }
        == ["Anna:", "Ben?:"])
    #expect(String(decoding: bytes[transcript.ranges[0]], as: UTF8.self) == "We")
    #expect(transcript.paragraphs.count == 2)
  }

  @Test("A name that is likely is offered, saved, and undone")
  func naming() async {
    let edits = LockIsolated<[SpeakerEdit]>([])
    let store = store { id, edit in
      #expect(id == Transcription.mock.id)
      edits.withValue { $0.append(edit) }
    }
    store.exhaustivity = .off
    await store.send(.sentenceChosen(by: 1))
    await store.send(.sentenceChosen(by: 1))
    await store.send(.nameSpeakerButtonTapped)
    #expect(store.state.editing?.target == .speaker(Speaker.ID(1)))
    #expect(store.state.editing?.field.text == "Ben")
    await store.send(.saveButtonTapped)
    await store.receive(\.speakerResponse.success)
    #expect(store.state.transcript.loaded?.text.contains("\nBen: Please") == true)
    await store.send(.undoButtonTapped)
    await store.receive(\.speakerResponse.success)
    #expect(store.state.transcript.loaded?.text.contains("\nSpeaker 2: Please") == true)
    #expect(
      edits.value == [.name(Speaker.ID(1), "Ben"), .name(Speaker.ID(1), nil)])
  }

  @Test("A name that cannot be saved says so, and the text is read again")
  func failing() async {
    let store = store { _, _ in throw DatabaseError.diskFull(path: "/library") }
    store.exhaustivity = .off
    await store.send(.nameSpeakerButtonTapped)
    await store.send(.textFieldChanged(TextFieldState("Carla")))
    await store.send(.saveButtonTapped)
    await store.receive(\.speakerResponse.failure)
    #expect(store.state.alert != nil)
    await store.receive(\.transcriptResponse)
    #expect(store.state.transcript.loaded?.text.hasPrefix("Anna:") == true)
    #expect(store.state.undoSteps.isEmpty)
  }

  @Test("Who speaks is asked below the text")
  func frame() async throws {
    #expect(
      try await PlaybackPreview.preview.lastFrame(of: "talk", "S ctrl+u type:Zoë", size: "48x9")
        == """
        == type:Zoë
        A note on the budget ★
        2026-09-10 · 11 s · speech · example
        ────────────────────────────────────────────────
        Anna: We agreed on the budget.
        Speaker 2: Please send it tomorrow.

        Who speaks: Zoë
        ■ 0:00 ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░ 0:11
        enter save  esc cancel
        """)
  }
}
