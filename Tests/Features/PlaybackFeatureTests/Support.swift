import AudioFileClient
import ComposableArchitecture
import DatabaseClient
import Foundation
@testable import PlaybackFeature
import SharedModels
import TerminalUI
import Testing
import UndoCore

extension PlaybackFeature.State {
  /// Typed text is kept.
  mutating func type(_ text: String) {
    guard let editing
    else { return }
    self.editing?.field = TextFieldState(text)
    keep(editing.target, editing.originalText, text)
  }

  /// The text is changed, which is not saved yet.
  mutating func change(
    _ edit: TranscriptionEdit, typed: UnsavedText? = nil
  ) {
    guard var transcription = transcript.loaded?.transcription
    else { return }
    transcription.apply(edit)
    transcript = .loaded(Transcript(transcription))
    record(.text(transcription.id, editedAt: edit.editedAtAfter ?? .distantPast))
    unsavedChanges.append(.init(.text(edit), typed: typed))
  }

  /// Unsaved changes of speakers.
  mutating func change(_ edit: SpeakerEdit, typed: UnsavedText? = nil) {
    guard var transcription = transcript.loaded?.transcription
    else { return }
    record(.speakers(transcription.id, transcription.inverse(of: edit)))
    _ = transcription.apply(edit)
    transcript = .loaded(Transcript(transcription))
    unsavedChanges.append(.init(.speakers(edit), typed: typed))
  }

  /// Text typed into a field is unsaved text.
  mutating func keep(
    _ target: PlaybackFeature.Editing.Target, _ original: String, _ text: String
  ) {
    let (kind, place): (UnsavedText.Kind, Int?) =
      switch target {
      case .segment(let segment): (.segment, segment)
      case .segments(let range): (.paragraph, range.lowerBound)
      case .speaker(let id): (.speaker, id.rawValue)
      case .tags: (.tags, nil)
      case .title: (.title, nil)
      }
    let typed = UnsavedText(kind, of: recording.id, place: place, original: original, text: text)
    $unsavedTexts.withLock { $0.keep(typed) }
  }

  /// Unsaved text is in its field again.
  mutating func resume(
    _ target: PlaybackFeature.Editing.Target, _ original: String, typed: String
  ) {
    editing = PlaybackFeature.Editing(target, text: original, typed: typed)
    if let segment = target.segments?.lowerBound {
      selectedWordIndex = transcript.loaded?.firstWord(ofSegment: segment)
    }
  }

  /// An alert asks about unsaved text.
  mutating func offer(_ text: UnsavedText, in alert: AlertState<PlaybackFeature.Alert>) {
    destination = .alert(alert)
    offeredText = text
  }

  /// Typed text is saved or discarded.
  mutating func forgetTyped() {
    if !unsavedTexts.isEmpty { $unsavedTexts.withLock { $0 = [] } }
  }
}

@MainActor
func makeStore(
  _ state: @autoclosure () -> PlaybackFeature.State = .loaded(),
  withDependencies prepare: (inout DependencyValues) -> Void = { _ in }
) -> TestStoreOf<PlaybackFeature> {
  TestStore(initialState: state()) {
    PlaybackFeature()
  } withDependencies: {
    $0.audioFile.peaks = { _, _ in [] }
    $0.date = .constant(Date(timeIntervalSince1970: 1_800_000_000))
    prepare(&$0)
  }
}

/// Types another text for a segment, which is not saved yet.
@MainActor
func type(
  _ text: String, for segment: Int = 0, in store: TestStoreOf<PlaybackFeature>,
  then update: @escaping (inout PlaybackFeature.State) -> Void = { _ in }
) async throws {
  let transcript = try #require(store.state.transcript.loaded)
  await store.send(.editTextButtonTapped) {
    $0.editing = PlaybackFeature.Editing(
      .segment(segment), text: transcript.transcription.segments[segment].text)
  }
  await store.send(.textFieldChanged(TextFieldState(text))) { $0.type(text) }
  try await save(text, for: segment, in: store, then: update)
}

@MainActor
func save(
  _ text: String, for segment: Int = 0, in store: TestStoreOf<PlaybackFeature>,
  then update: @escaping (inout PlaybackFeature.State) -> Void = { _ in }
) async throws {
  let transcript = try #require(store.state.transcript.loaded)
  let edit = try #require(
    transcript.edit(
      segment: segment, text: text, at: Date(timeIntervalSince1970: 1_800_000_000)))
  await store.send(.saveButtonTapped) {
    $0.change(edit, typed: $0.unsavedTexts.last)
    $0.editing = nil
    update(&$0)
  }
}

@MainActor
func receiveSaved(_ store: TestStoreOf<PlaybackFeature>) async {
  await store.receive(\.saveResponse.success) {
    $0.forgetTyped()
    $0.unsavedChanges = []
  }
  await store.receive(\.delegate.editsSaved)
}

/// The text after a change is undone as the app does it, by default the last one.
@MainActor
func undone(
  _ step: UndoStep? = nil, in store: TestStoreOf<PlaybackFeature>
) async throws -> Transcription? {
  let step = try #require(step ?? store.state.undoSteps.last)
  let outcome = try await withDependencies {
    $0 = store.dependencies
  } operation: {
    try await UndoRunner()(step)
  }
  guard case .transcript(let transcription, _) = outcome
  else { return nil }
  return transcription
}

extension AlertState {
  /// The message below the title.
  var text: String { message.map { String(state: $0) } ?? "" }
}

extension Transcription {
  /// Two sentences by different speakers.
  static let talk: Self = {
    var transcription = Transcription.mock
    let words = transcription.segments.enumerated().flatMap { index, segment in
      segment.words.map { _ in Speaker.ID(index % 2) }
    }
    let voice = Voice(model: "m", embedding: [1, 0])
    let speakers = [
      Speaker(id: Speaker.ID(0), name: "Anna", voice: voice),
      Speaker(id: Speaker.ID(1), likelyName: "Ben"),
    ]
    _ = transcription.apply(.replace(speakers, words: words))
    return transcription
  }()
}
