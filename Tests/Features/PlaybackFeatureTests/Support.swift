import AudioFileClient
import ComposableArchitecture
import DatabaseClient
import Foundation
import PlaybackFeature
import SharedModels
import TerminalUI
import UnsavedTexts

extension PlaybackFeature.State {
  /// What is typed is kept.
  mutating func type(_ text: String) {
    guard let editing
    else { return }
    self.editing?.field = TextFieldState(text)
    keep(editing.target, editing.originalText, text)
  }

  /// What is typed into a field is among what is not saved.
  mutating func keep(
    _ target: PlaybackFeature.Editing.Target, _ original: String, _ text: String
  ) {
    let (kind, place): (UnsavedText.Kind, Int?) =
      switch target {
      case .segment(let segment): (.sentence, segment)
      case .speaker(let id): (.speaker, id.rawValue)
      case .tags: (.tags, nil)
      case .title: (.title, nil)
      }
    let typed = UnsavedText(kind, of: recording.id, place: place, original: original, text: text)
    $unsavedTexts.withLock { $0.keep(typed) }
  }

  /// What was typed is saved, or thrown away.
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

extension AlertState {
  /// What it says below its title.
  var text: String { message.map { String(state: $0) } ?? "" }
}

extension Transcription {
  /// The first sentence is said by one, the second by another one.
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
