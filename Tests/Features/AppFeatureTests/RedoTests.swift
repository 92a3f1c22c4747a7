@testable import AppFeature
import ComposableArchitecture
import DatabaseClient
import Foundation
import PlaybackFeature
import PreviewHarness
import RecordingsListFeature
import SharedModels
import Testing
import UndoCore

@testable import AppPreview

/// Undone changes are made again, the last undone first.
@Suite("App: redo", .dependencies)
@MainActor
struct RedoTests {
  private let one = Recording.memo(1, "One")
  private let two = Recording.memo(2, "Two")

  private func store(
    _ state: AppFeature.State, database: DatabaseClient = .inMemory([])
  ) -> TestStoreOf<AppFeature> {
    let store = makeStore(state) { $0.database = database }
    store.exhaustivity = .off
    return store
  }

  /// The memo was renamed to "Uno".
  private func renamed() throws -> (TestStoreOf<AppFeature>, UndoStep) {
    var uno = one
    uno.title = "Uno"
    let state = AppFeature.State.loaded(uno)
    let step = try #require(UndoStep(from: [one], to: [uno]))
    state.$undoSteps.withLock { $0 = [step] }
    return (store(state), step)
  }

  @Test("A rename is redone, and can be undone again")
  func rename() async throws {
    let (store, step) = try renamed()
    await store.send(.undoButtonTapped)
    #expect(store.state.recordings.map(\.title) == ["One"])
    await store.send(.redoButtonTapped)
    #expect(store.state.recordings.map(\.title) == ["Uno"])
    #expect(store.state.notice == "Redone: rename of 'Uno'.")
    #expect(store.state.nextStep(.redo) == nil && store.state.undoSteps == [step])
    await store.send(.undoButtonTapped)
    #expect(store.state.recordings.map(\.title) == ["One"])
  }

  @Test("A rename of a memo that was renamed elsewhere is not redone; a message names it")
  func changedElsewhere() async throws {
    let (store, _) = try renamed()
    await store.send(.undoButtonTapped)
    store.state.$recordings.withLock { $0[id: one.id]?.title = "Un" }
    await store.send(.redoButtonTapped)
    #expect(store.state.recordings.map(\.title) == ["Un"])
    #expect(
      store.state.notice == "The rename of 'Uno' cannot be redone: it has changed since.")
  }

  @Test("A deletion is redone, and its memo can be restored again")
  func deletion() async {
    let memo = TranscribedMemo(recording: one, transcription: .mock)
    let state = AppFeature.State.loaded(two)
    state.record(deletionOf: one)
    let store = store(state, database: .inMemory([memo]))
    await store.send(.undoButtonTapped)
    await store.receive(\.undoResponse)
    #expect(store.state.recordings.map(\.id) == [two.id, one.id])
    #expect(store.state.nextStep(.redo)?.name == "deletion of 'One'")
    await store.send(.redoButtonTapped)
    #expect(store.state.recordings.map(\.id) == [two.id])
    #expect(store.state.notice == "Redone: deletion of 'One'.")
    await store.send(.undoButtonTapped)
    await store.receive(\.undoResponse)
    #expect(store.state.recordings.map(\.id) == [two.id, one.id])
  }

  @Test("An edit is redone as a version of the text")
  func edit() async throws {
    let database = DatabaseClient.inMemory([TranscribedMemo(recording: one, transcription: .mock)])
    let store = store(.loaded(one), database: database)
    await open(one, in: store)
    await store.send(\.path[id: 0].playback.editTextButtonTapped)
    await store.send(\.path[id: 0].playback.textFieldChanged, .init("Other words."))
    await store.send(\.path[id: 0].playback.saveButtonTapped)
    await store.receive(\.path[id: 0].playback.delegate.editsSaved)
    await store.send(.undoButtonTapped)
    await store.receive(\.undoResponse)
    #expect(store.state.playback?.transcript.loaded?.transcription == .mock)
    await store.send(.redoButtonTapped)
    await store.receive(\.undoResponse)
    let shown = store.state.playback?.transcript.loaded?.transcription
    #expect(shown?.segments.first?.text == "Other words.")
    #expect(try await database.transcription(of: one.id) == shown)
    #expect(store.state.notice == "Redone: edit of 'One'.")
    let versions = try await database.history.versions(of: one.id)
    #expect(versions.map(\.restored) == [nil, nil, 1, 2])
  }

  @Test("Another change ends redo")
  func otherChange() async {
    var state = AppFeature.State.loaded(two, one)
    state.$undoSteps.withLock { $0 = [UndoStep(.restored([one]), of: [one])] }
    state.recordingsList.list.selection = 0
    let store = store(state)
    await store.send(.undoButtonTapped)
    #expect(store.state.nextStep(.redo)?.name == "restoration of 'One'")
    await store.send(.recordingsList(.deleteButtonTapped))
    #expect(store.state.nextStep(.redo) == nil)
    await store.send(.redoButtonTapped)
    #expect(store.state.recordings.isEmpty)
    #expect(store.state.undoSteps.map(\.name) == ["deletion of 'Two'"])
  }

  @Test("Redo waits until an undo has ended")
  func waits() async {
    let memory = DatabaseClient.inMemory([TranscribedMemo(recording: one, transcription: .mock)])
    var database = memory
    let (reads, read) = AsyncStream<Void>.makeStream()
    database.recordings = { query in
      for await _ in reads { break }
      return try await memory.recordings(matching: query)
    }
    let state = AppFeature.State.loaded(two)
    state.record(deletionOf: one)
    let store = store(state, database: database)
    await store.send(.undoButtonTapped)
    await store.send(.redoButtonTapped) { $0.undoRequest = .redo }
    read.yield()
    await store.receive(\.undoResponse)
    #expect(store.state.recordings.map(\.id) == [two.id])
    #expect(store.state.notice == "Redone: deletion of 'One'.")
  }

  @Test("If the database fails, the step can be redone later")
  func fails() async {
    let error = DatabaseError.busy(path: "library.sqlite")
    var database = DatabaseClient.inMemory([])
    database.recordings = { _ in throw error }
    let state = AppFeature.State.loaded(one)
    state.$undoSteps.withLock { $0 = [UndoStep(.restored([one]), of: [one])] }
    let store = store(state, database: database)
    await store.send(.undoButtonTapped)
    await store.send(.redoButtonTapped)
    await store.receive(\.undoResponse)
    #expect(
      store.state.notice == "The restoration of 'One' could not be redone: \(error)")
    #expect(store.state.nextStep(.redo)?.name == "restoration of 'One'")
  }

  @Test("Redo does not restore a forgotten voice")
  func voice() async {
    let id = Transcription.mock.id
    func step(_ voice: Voice?) -> UndoStep {
      let speaker = Speaker(id: Speaker.ID(0), name: "Anna", voice: voice)
      return UndoStep(.speakers(id, .replace([speaker], words: [])), of: [one])
    }
    var state = AppFeature.State.loaded(one)
    state.redoSteps = [step(Voice(model: "m", embedding: [1, 0]))]
    let store = store(state)
    await open(one, transcript: nil, in: store)
    await store.send(\.path[id: 0].playback.voiceResponse, .success(.forgotten("Anna")))
    #expect(store.state.nextStep(.redo) == step(nil))
  }

  @Test("The footer names the change that ctrl+r redoes, on every page")
  func footer() async throws {
    let preview = AppPreview.preview
    let undone = try await preview.lastFrame(
      of: "usual", "r ctrl+u type:Train enter 3 u", size: "80x12")
    #expect(undone.contains("ctrl+r redo: rename of 'Train'"), "\(undone)")
    let redone = try await preview.lastFrame(
      of: "usual", "r ctrl+u type:Train enter 3 u ctrl+r 1", size: "80x12")
    #expect(redone.contains("  Train ") && !redone.contains("redo:"), "\(redone)")
  }
}
