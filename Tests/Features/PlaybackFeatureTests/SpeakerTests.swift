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
import UndoCore

/// Speakers in an open memo.
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
    return makeStore(state) {
      $0.database = .inMemory([
        TranscribedMemo(recording: .mock, transcription: transcription)
      ])
      prepare(&$0)
    }
  }

  private func openMenu(_ store: TestStoreOf<PlaybackFeature>) async {
    await store.send(.speakersButtonTapped) { $0.openSpeakerMenu() }
  }

  private func choose(
    _ choice: PlaybackFeature.SpeakerChoice, in store: TestStoreOf<PlaybackFeature>,
    then update: @escaping (inout PlaybackFeature.State) -> Void = { _ in }
  ) async {
    if store.state.destination?.speakers == nil { await openMenu(store) }
    await store.send(.destination(.presented(.speakers(.delegate(.chosen(choice)))))) {
      $0.destination = nil
      update(&$0)
    }
  }

  private func restoring(_ transcription: Transcription) -> SpeakerEdit {
    .replace(transcription.speakers, words: transcription.words.map(\.speaker))
  }

  private func undo(
    _ store: TestStoreOf<PlaybackFeature>, to transcription: Transcription = .talk
  ) async throws {
    #expect(try await undone(in: store) == transcription)
  }

  /// Commands for the speakers.
  private func labels(in store: TestStoreOf<PlaybackFeature>) -> [String]? {
    store.state.destination?.speakers?.choices.map(\.label)
  }

  @Test("Each turn is a paragraph that begins with its speaker")
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
  func naming() async throws {
    let edits = LockIsolated<[SpeakerEdit]>([])
    let store = store {
      $0.database.editSpeakers = { id, edit in
        #expect(id == Transcription.mock.id)
        edits.withValue { $0.append(edit) }
      }
    }
    await store.send(.segmentSelected(by: 1)) { $0.selectedWordIndex = 0 }
    await store.send(.segmentSelected(by: 1)) { $0.selectedWordIndex = 5 }
    await openMenu(store)
    #expect(store.state.destination?.speakers?.choices.first?.label == "Rename Ben?")
    await choose(.name, in: store) {
      $0.editing = PlaybackFeature.Editing(.speaker(Speaker.ID(1)), text: "", typed: "Ben")
    }
    await store.send(.saveButtonTapped) {
      $0.editing = nil
      $0.keep(.speaker(Speaker.ID(1)), "", "Ben")
      $0.change(.name(Speaker.ID(1), "Ben"), typed: $0.unsavedTexts.first)
    }
    await receiveSaved(store)
    #expect(store.state.transcript.loaded?.text.contains("\nBen: Please") == true)
    // It was neither confirmed nor denied again.
    try await undo(store)
    let words = Transcription.talk.words.map(\.speaker)
    #expect(
      edits.value == [
        .name(Speaker.ID(1), "Ben"), .replace(Transcription.talk.speakers, words: words),
      ])
  }

  @Test(
    "A name that cannot be saved shows the reason, and the text reloads with the name typed again")
  func failing() async {
    let store = store {
      $0.database.editSpeakers = { _, _ in throw DatabaseError.diskFull(path: "/library") }
    }
    await openMenu(store)
    await choose(.name, in: store) {
      $0.editing = PlaybackFeature.Editing(.speaker(Speaker.ID(0)), text: "Anna")
    }
    await store.send(.textFieldChanged(TextFieldState("Carla"))) { $0.type("Carla") }
    await store.send(.saveButtonTapped) {
      $0.editing = nil
      $0.change(.name(Speaker.ID(0), "Carla"), typed: $0.unsavedTexts.first)
    }
    await store.receive(\.saveResponse.failure) {
      $0.destination = .alert(.notSaved(DatabaseError.diskFull(path: "/library")))
      $0.$undoSteps.withLock { $0 = [] }
      $0.unsavedChanges = []
    }
    await store.receive(\.delegate.saveFailed)
    await store.receive(\.transcriptResponse) {
      $0.editing = PlaybackFeature.Editing(
        .speaker(Speaker.ID(0)), text: "Anna", typed: "Carla")
      $0.transcript = .loaded(Transcript(.talk))
    }
  }

  @Test("Merging two speakers is saved and undone")
  func merging() async throws {
    let library = DatabaseClient.inMemory([
      TranscribedMemo(recording: .mock, transcription: .talk)
    ])
    let store = store { $0.database = library }
    await openMenu(store)
    await choose(.merge, in: store) {
      $0.destination = .speakers(
        .init(
          "Merge Anna into", choices: [.init("Ben?", value: .mergeInto(Speaker.ID(1)))],
          selection: .mergeInto(Speaker.ID(1))))
    }
    await choose(.mergeInto(Speaker.ID(1)), in: store) {
      $0.change(.merge(Speaker.ID(0), into: Speaker.ID(1)))
    }
    await receiveSaved(store)
    var saved = try #require(try await library.transcription(of: Recording.mock.id))
    #expect(saved.speakers.map(\.id) == [Speaker.ID(1)])
    try await undo(store)
    saved = try #require(try await library.transcription(of: Recording.mock.id))
    #expect(saved == .talk)
  }

  @Test("From the selected word to the end of the turn, the speaker changes")
  func splitting() async throws {
    let store = store()
    await store.send(.wordSelected(by: 1)) { $0.selectedWordIndex = 0 }
    await store.send(.wordSelected(by: 2)) { $0.selectedWordIndex = 2 }
    await openMenu(store)
    await choose(.split, in: store) { $0.change(.assign(2..<5, to: nil)) }
    await receiveSaved(store)
    let transcription = try #require(store.state.transcript.loaded?.transcription)
    let speakers: [Int] = transcription.words.compactMap { $0.speaker?.rawValue }
    #expect(speakers == [0, 0, 2, 2, 2, 1, 1, 1, 1])
  }

  @Test("A turn is assigned to another or a new speaker")
  func assigning() async throws {
    let store = store()
    await openMenu(store)
    await choose(.assign, in: store) {
      $0.destination = .speakers(
        .init(
          "Speaker of this turn",
          choices: [
            .init("Ben?", value: .assignTo(Speaker.ID(1))),
            .init("New speaker", value: .assignTo(nil)),
          ], selection: .assignTo(Speaker.ID(1))))
    }
    await choose(.assignTo(nil), in: store) { $0.change(.assign(0..<5, to: nil)) }
    await receiveSaved(store)
    let transcription = try #require(store.state.transcript.loaded?.transcription)
    #expect(transcription.turns.map(\.speaker) == [Speaker.ID(2), Speaker.ID(1)])
  }

  @Test("Text and speaker changes are saved and undone in order")
  func order() async throws {
    let library = DatabaseClient.inMemory([
      TranscribedMemo(recording: .mock, transcription: .talk)
    ])
    let store = store { $0.database = library }
    try await type("We all agreed on the budget.", in: store)
    await receiveSaved(store)
    let edited = try #require(store.state.transcript.loaded?.transcription)
    await choose(.assignTo(Speaker.ID(1)), in: store) {
      $0.change(.assign(0..<6, to: Speaker.ID(1)))
    }
    await receiveSaved(store)
    var saved = try #require(try await library.transcription(of: Recording.mock.id))
    #expect(saved == store.state.transcript.loaded?.transcription)
    #expect(saved.speakers.count == 1 && saved.words.count == 10)
    try await undo(store, to: edited)
    let restored = try await undone(store.state.undoSteps[0], in: store)
    #expect(restored?.text == Transcription.talk.text)
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
    await openMenu(store)
    #expect(labels(in: store) == ["Detect speakers", "Forget a voice"])
    await choose(.find, in: store) { $0.isFindingSpeakers = true }
    var found = Transcription.mock
    _ = found.apply(
      .replace(
        [Speaker(id: Speaker.ID(0)), Speaker(id: Speaker.ID(1))],
        words: (0..<9).map { Speaker.ID($0 < 5 ? 0 : 1) }))
    await store.receive(\.speakersFound) { [found] in
      $0.isFindingSpeakers = false
      $0.transcript = .loaded(Transcript(found))
      $0.record(.speakers(Transcription.mock.id, restoring(.mock)))
    }
    await store.receive(\.delegate.notice, "Detected 2 speakers.")
    #expect(
      store.state.transcript.loaded?.text
        == "Speaker 1: We agreed on the budget.\nSpeaker 2: Please send it tomorrow.")
    try await undo(store, to: .mock)
  }

  @Test("An engine without speaker detection shows the reason and changes nothing")
  func findingFails() async {
    let store = store(.mock) {
      $0.audioFile = .simulated()
      $0.speechClient.speakers = { _ in throw SpeechClient.Failure.taskError }
    }
    await choose(.find, in: store) { $0.isFindingSpeakers = true }
    await store.receive(\.speakersFound) {
      $0.destination = .alert(.speakersNotFound(SpeechClient.Failure.taskError))
      $0.isFindingSpeakers = false
    }
    #expect(store.state.destination?.alert?.text == "\(SpeechClient.Failure.taskError)")
  }

  @Test("A voice is remembered after a question, if the settings allow it")
  func remembering() async throws {
    let library = DatabaseClient.inMemory([
      TranscribedMemo(recording: .mock, transcription: .talk)
    ])
    let silent = store()
    await openMenu(silent)
    #expect(labels(in: silent)?.contains("Remember Anna's voice") == false)
    let store = store(speakers: .remember) { $0.database = library }
    await openMenu(store)
    #expect(labels(in: store)?.contains("Remember Anna's voice") == true)
    await choose(.remember, in: store) {
      $0.destination = .alert(.rememberVoice(of: Speaker.ID(0), "Anna"))
    }
    #expect(try await library.voices.all() == [])
    await store.send(.destination(.presented(.alert(.rememberVoiceButtonTapped(Speaker.ID(0)))))) {
      $0.destination = nil
    }
    await store.receive(\.voiceResponse)
    await store.receive(\.delegate.notice, "Anna's voice is now remembered.")
    #expect(try await library.voices.all().map(\.name) == ["Anna"])
  }

  @Test("A voice is forgotten after a question, and undo does not restore it")
  func forgetting() async throws {
    let library = DatabaseClient.inMemory([
      TranscribedMemo(recording: .mock, transcription: .talk)
    ])
    let store = store { $0.database = library }
    await choose(.forget, in: store)
    await store.receive(\.voicesResponse)
    await store.receive(\.delegate.notice, "No voices are remembered.")
    let isKept = try await library.voices.remember(
      of: Speaker.ID(0), in: Transcription.talk.id, name: "Anna",
      at: Date(timeIntervalSince1970: 0))
    #expect(isKept)
    await choose(.mergeInto(Speaker.ID(1)), in: store) {
      $0.change(.merge(Speaker.ID(0), into: Speaker.ID(1)))
    }
    await receiveSaved(store)
    await choose(.forget, in: store)
    await store.receive(\.voicesResponse) {
      $0.destination = .speakers(
        .init(
          "Forget a voice", choices: [.init("Anna", value: .forgetVoice("Anna"))],
          selection: .forgetVoice("Anna")))
    }
    await choose(.forgetVoice("Anna"), in: store) { $0.destination = .alert(.forgetVoice("Anna")) }
    #expect(store.state.destination?.alert?.buttons.first?.role == .destructive)
    await store.send(.destination(.presented(.alert(.forgetVoiceButtonTapped("Anna"))))) {
      $0.destination = nil
    }
    var voiceless = Transcription.talk
    for index in voiceless.speakers.indices { voiceless.speakers[index].voice = nil }
    await store.receive(\.voiceResponse) { [voiceless] in
      $0.$undoSteps.withLock {
        $0 = [UndoStep(.speakers(Transcription.talk.id, restoring(voiceless)), of: [.mock])]
      }
    }
    await store.receive(
      \.delegate.notice, "Anna's voice has been forgotten. Earlier backups still contain it.")
    #expect(try await library.voices.all() == [])
    await store.receive(\.transcriptResponse)
    try await undo(store, to: voiceless)
    let saved = try #require(try await library.transcription(of: Recording.mock.id))
    #expect(saved.speakers.map(\.label) == ["Anna", "Ben?"])
    #expect(saved.speakers.allSatisfy { $0.voice == nil })
  }

  @Test("The speaker is prompted for below the text")
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
