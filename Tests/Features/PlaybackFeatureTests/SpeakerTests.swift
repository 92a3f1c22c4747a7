import AudioFileClient
import ComposableArchitecture
import ComposableTerminal
import DatabaseClient
import DependenciesTestSupport
import Foundation
@testable import PlaybackFeature
@testable import PlaybackPreview
import PreviewHarness
import SharedModels
import SharedSettings
import SpeechClient
import Tagged
import TerminalUI
import Testing

/// Who speaks, in an open memo.
@Suite("Playback: speakers", .dependencies)
@MainActor
struct SpeakerTests {
  private func store(
    _ transcription: Transcription = .talk, speakers setting: Settings.Speakers = .off,
    withDependencies prepare: (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<PlaybackFeature> {
    @Shared(.settings) var settings
    $settings.withLock { $0.speakers = setting }
    var state = PlaybackFeature.State(recording: Shared(value: .mock))
    state.transcript = .loaded(Transcript(transcription))
    let store = makeStore(state) {
      $0.database = .inMemory([
        TranscribedMemo(recording: .mock, transcription: transcription)
      ])
      prepare(&$0)
    }
    store.exhaustivity = .off
    return store
  }

  private func choose(
    _ choice: PlaybackFeature.SpeakerChoice, in store: TestStoreOf<PlaybackFeature>
  ) async {
    if store.state.destination?.speakers == nil { await store.send(.speakersButtonTapped) }
    await store.send(.destination(.presented(.speakers(.delegate(.chosen(choice))))))
  }

  /// What can be done about the speakers.
  private func labels(in store: TestStoreOf<PlaybackFeature>) -> [String]? {
    store.state.destination?.speakers?.choices.map(\.label)
  }

  @Test("Each turn begins with who speaks, in a paragraph of its own")
  func text() {
    let transcript = Transcript(.talk)
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
    let store = store {
      $0.database.editSpeakers = { id, edit in
        #expect(id == Transcription.mock.id)
        edits.withValue { $0.append(edit) }
      }
    }
    await store.send(.segmentSelected(by: 1))
    await store.send(.segmentSelected(by: 1))
    await store.send(.speakersButtonTapped)
    #expect(store.state.destination?.speakers?.choices.first?.label == "Rename Ben?")
    await choose(.name, in: store)
    #expect(store.state.editing?.target == .speaker(Speaker.ID(1)))
    #expect(store.state.editing?.field.text == "Ben")
    await store.send(.saveButtonTapped)
    await store.receive(\.delegate.editsSaved)
    #expect(store.state.transcript.loaded?.text.contains("\nBen: Please") == true)
    await store.send(.undoButtonTapped)
    await store.receive(\.delegate.editsSaved)
    // Nobody has said or denied it again.
    #expect(store.state.transcript.loaded?.transcription == .talk)
    let words = Transcription.talk.words.map(\.speaker)
    #expect(
      edits.value == [
        .name(Speaker.ID(1), "Ben"), .replace(Transcription.talk.speakers, words: words),
      ])
  }

  @Test("A name that cannot be saved says so, the text is read again, and the name is typed again")
  func failing() async {
    let store = store {
      $0.database.editSpeakers = { _, _ in throw DatabaseError.diskFull(path: "/library") }
    }
    await store.send(.speakersButtonTapped)
    await choose(.name, in: store)
    await store.send(.textFieldChanged(TextFieldState("Carla")))
    await store.send(.saveButtonTapped)
    await store.receive(\.saveResponse.failure)
    #expect(store.state.destination?.alert != nil)
    await store.receive(\.transcriptResponse)
    #expect(store.state.transcript.loaded?.text.hasPrefix("Anna:") == true)
    #expect(store.state.undoSteps.isEmpty)
    #expect(store.state.editing?.field.text == "Carla")
  }

  @Test("Two who are one are merged, which is saved and undone")
  func merging() async throws {
    let library = DatabaseClient.inMemory([
      TranscribedMemo(recording: .mock, transcription: .talk)
    ])
    let store = store { $0.database = library }
    await store.send(.speakersButtonTapped)
    await choose(.merge, in: store)
    #expect(store.state.destination?.speakers?.title == "Merge Anna into")
    #expect(labels(in: store) == ["Ben?"])
    await choose(.mergeInto(Speaker.ID(1)), in: store)
    await store.receive(\.delegate.editsSaved)
    var saved = try #require(try await library.transcription(of: Recording.mock.id))
    #expect(saved.speakers.map(\.id) == [Speaker.ID(1)])
    await store.send(.undoButtonTapped)
    await store.receive(\.delegate.editsSaved)
    saved = try #require(try await library.transcription(of: Recording.mock.id))
    #expect(saved == .talk)
  }

  @Test("From the chosen word on somebody else speaks, until the turn ends")
  func splitting() async throws {
    let store = store()
    await store.send(.wordSelected(by: 1))
    await store.send(.wordSelected(by: 2))
    await store.send(.speakersButtonTapped)
    await choose(.split, in: store)
    await store.receive(\.delegate.editsSaved)
    let transcription = try #require(store.state.transcript.loaded?.transcription)
    let speakers: [Int] = transcription.words.compactMap { $0.speaker?.rawValue }
    #expect(speakers == [0, 0, 2, 2, 2, 1, 1, 1, 1])
  }

  @Test("A turn is given to another one, or to somebody new")
  func assigning() async throws {
    let store = store()
    await store.send(.speakersButtonTapped)
    await choose(.assign, in: store)
    #expect(labels(in: store) == ["Ben?", "New speaker"])
    await choose(.assignTo(nil), in: store)
    await store.receive(\.delegate.editsSaved)
    let transcription = try #require(store.state.transcript.loaded?.transcription)
    #expect(transcription.turns.map(\.speaker) == [Speaker.ID(2), Speaker.ID(1)])
  }

  @Test("Changes of the text and of who speaks are saved and undone in their order")
  func order() async throws {
    let library = DatabaseClient.inMemory([
      TranscribedMemo(recording: .mock, transcription: .talk)
    ])
    let store = store { $0.database = library }
    await store.send(.editTextButtonTapped)
    await store.send(.textFieldChanged(TextFieldState("We all agreed on the budget.")))
    await store.send(.saveButtonTapped)
    await choose(.assignTo(Speaker.ID(1)), in: store)
    await store.receive(\.delegate.editsSaved)
    var saved = try #require(try await library.transcription(of: Recording.mock.id))
    #expect(saved == store.state.transcript.loaded?.transcription)
    #expect(saved.speakers.count == 1 && saved.words.count == 10)
    await store.send(.undoButtonTapped)
    await store.send(.undoButtonTapped)
    await store.receive(\.delegate.editsSaved)
    saved = try #require(try await library.transcription(of: Recording.mock.id))
    #expect(saved.segments == Transcription.talk.segments)
    #expect(saved.speakers == Transcription.talk.speakers)
  }

  @Test("A memo whose speakers are not known has them found, and that is undone, too")
  func finding() async throws {
    let store = store(.mock) {
      $0.audioFile = .simulated()
      $0.speechClient.speakers = { request in
        RecordingSpeakers(
          sameLikeness: 0.65,
          voices: [Voice(model: "m", embedding: [1, 0]), Voice(model: "m", embedding: [0, 1])],
          words: request.words.indices.map { $0 < 5 ? 0 : 1 })
      }
    }
    await store.send(.speakersButtonTapped)
    #expect(labels(in: store) == ["Detect speakers", "Forget a voice"])
    await choose(.find, in: store)
    #expect(store.state.isFindingSpeakers)
    await store.receive(\.speakersFound)
    #expect(!store.state.isFindingSpeakers)
    await store.receive(\.delegate.notice, "Detected 2 speakers.")
    #expect(
      store.state.transcript.loaded?.text
        == "Speaker 1: We agreed on the budget.\nSpeaker 2: Please send it tomorrow.")
    await store.send(.undoButtonTapped)
    await store.receive(\.delegate.editsSaved)
    #expect(store.state.transcript.loaded?.transcription == .mock)
  }

  @Test("An engine that cannot tell speakers apart says so, and changes nothing")
  func findingFails() async {
    let store = store(.mock) {
      $0.audioFile = .simulated()
      $0.speechClient.speakers = { _ in throw SpeechClient.Failure.taskError }
    }
    await choose(.find, in: store)
    await store.receive(\.speakersFound)
    #expect(store.state.destination?.alert?.text == "\(SpeechClient.Failure.taskError)")
    #expect(store.state.transcript.loaded?.transcription == .mock)
  }

  @Test("How somebody sounds is remembered after a question, where the settings allow it")
  func remembering() async throws {
    let library = DatabaseClient.inMemory([
      TranscribedMemo(recording: .mock, transcription: .talk)
    ])
    let silent = store()
    await silent.send(.speakersButtonTapped)
    #expect(labels(in: silent)?.contains("Remember Anna's voice") == false)
    let store = store(speakers: .remember) { $0.database = library }
    await store.send(.speakersButtonTapped)
    #expect(labels(in: store)?.contains("Remember Anna's voice") == true)
    await choose(.remember, in: store)
    #expect(try await library.voices() == [])
    await store.send(.destination(.presented(.alert(.rememberVoiceButtonTapped(Speaker.ID(0))))))
    await store.receive(\.delegate.notice, "Anna's voice is now remembered.")
    #expect(try await library.voices().map(\.name) == ["Anna"])
  }

  @Test("How somebody sounds is forgotten after a question, and no undo brings it back")
  func forgetting() async throws {
    let library = DatabaseClient.inMemory([
      TranscribedMemo(recording: .mock, transcription: .talk)
    ])
    let store = store { $0.database = library }
    await choose(.forget, in: store)
    await store.receive(\.delegate.notice, "No voices are remembered.")
    let isKept = try await library.rememberVoice(
      of: Speaker.ID(0), in: Transcription.talk.id, name: "Anna",
      at: Date(timeIntervalSince1970: 0))
    #expect(isKept)
    await choose(.mergeInto(Speaker.ID(1)), in: store)
    await store.receive(\.delegate.editsSaved)
    await choose(.forget, in: store)
    await store.receive(\.voicesResponse)
    #expect(labels(in: store) == ["Anna"])
    await choose(.forgetVoice("Anna"), in: store)
    #expect(store.state.destination?.alert?.buttons.first?.role == .destructive)
    await store.send(.destination(.presented(.alert(.forgetVoiceButtonTapped("Anna")))))
    await store.receive(
      \.delegate.notice, "Anna's voice has been forgotten. Earlier backups still contain it.")
    #expect(try await library.voices() == [])
    await store.receive(\.transcriptResponse)
    await store.send(.undoButtonTapped)
    await store.receive(\.delegate.editsSaved)
    let saved = try #require(try await library.transcription(of: Recording.mock.id))
    #expect(saved.speakers.map(\.label) == ["Anna", "Ben?"])
    #expect(saved.speakers.allSatisfy { $0.voice == nil })
  }

  @Test("Who speaks is asked below the text")
  func frame() async throws {
    #expect(
      try await PlaybackPreview.preview.lastFrame(
        of: "talk", "S enter ctrl+u type:Zoë", size: "48x9")
          == """
          == type:Zoë
          A note on the budget ★
          2026-09-10 · 11 s · speech · example
          ────────────────────────────────────────────────
          Anna: We agreed on the budget.
          Speaker 2: Please send it tomorrow.

          Speaker: Zoë
          ■ 0:00 ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░ 0:11
          enter save  esc cancel
          """)
  }
}
