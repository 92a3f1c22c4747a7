import AppFeature
import ComposableArchitecture
import DatabaseClient
import Foundation
import SharedModels
import Testing

@testable import PlaybackFeature

/// A text that was changed and is not stored yet, while its memo is left, deleted, or the app ends.
@MainActor
struct UnsavedEditTests {
  private let clock = TestClock()
  private let one = Recording.memo(1, "One")
  private let two = Recording.memo(2, "Two")
  private let problem = DatabaseError.diskFull(path: "library.sqlite")

  /// An open memo with a change; the sent value decides whether it is stored.
  private func changed() async throws -> (TestStoreOf<AppFeature>, AsyncStream<Bool>.Continuation) {
    let (saves, save) = AsyncStream<Bool>.makeStream()
    let store = makeStore(.loaded(two, one)) {
      $0.continuousClock = clock
      $0.database.transcription = { _ in .mock }
      $0.database.editTranscription = { [problem] _, _ in
        for await isStored in saves {
          if isStored { return }
          throw problem
        }
      }
    }
    await open(one, in: store)
    try await changeText(in: store)
    return (store, save)
  }

  /// Receives that the text could not be stored, up to the alert.
  private func receiveFailure(in store: TestStoreOf<AppFeature>) async {
    await store.receive(\.path[id: 0].playback.saveResponse.failure) {
      $0.path[id: 0]?.modify(\.playback) {
        $0.destination = .alert(.notSaved(problem))
        $0.$undoSteps.withLock { $0 = [] }
        $0.unsavedChanges = []
      }
    }
  }

  /// Receives the reloaded text, with the typed text restored.
  private func receiveReload(in store: TestStoreOf<AppFeature>) async {
    await store.receive(\.path[id: 0].playback.transcriptResponse.success) {
      $0.path[id: 0]?.modify(\.playback) {
        $0.editing = .init(
          .segment(0), text: Transcription.mock.segments[0].text, typed: "Other words.")
        $0.selectedWordIndex = 0
        $0.transcript = .loaded(Transcript(.mock))
      }
    }
  }

  private func receiveSaved(
    in store: TestStoreOf<AppFeature>, then update: ((inout AppFeature.State) -> Void)? = nil
  ) async {
    await store.receive(\.path[id: 0].playback.saveResponse.success) {
      $0.path[id: 0, case: \.playback]?.unsavedChanges = []
      $0.$unsavedTexts.withLock { $0 = [] }
    }
    await store.receive(\.path[id: 0].playback.delegate.editsSaved, assert: update)
  }

  @Test("If text could not be stored, its memo stays open; going back again closes it")
  func failedWhileLeaving() async throws {
    let (store, save) = try await changed()
    await store.send(.backButtonTapped) { $0.closeRequest = .close(0) }
    save.yield(false)
    await receiveFailure(in: store)
    await store.receive(\.path[id: 0].playback.delegate.saveFailed) { $0.closeRequest = nil }
    await receiveReload(in: store)
    await store.send(.backButtonTapped) { $0.close() }
    await shutDown(store)
  }

  @Test("A text that cannot be stored when the app ends is reported with its memo, and kept")
  func failedAtTheEnd() async throws {
    let (store, save) = try await changed()
    await failAtTheEnd(store, save)
    #expect(store.state.unsavedTexts.map(\.text) == ["Other words."])
  }

  private let lost = "changes to 'One' could not be saved: "
  private let kept = "; your unsaved text is kept and comes back when you reopen the app"

  private func failAtTheEnd(
    _ store: TestStoreOf<AppFeature>, _ save: AsyncStream<Bool>.Continuation
  ) async {
    await withMainSerialExecutor {
      await store.send(.shutDownRequested) { $0.phase = .shuttingDown(isLibraryLoaded: true) }
      save.yield(false)
      await receiveFailure(in: store)
      await store.receive(\.path[id: 0].playback.delegate.saveFailed) {
        $0.shutDownProblem = "\(lost)\(problem)"
      }
      await store.receive(\.pendingWorkEnded) { $0.path = StackState() }
      await receiveStored(in: store) { $0.shutDownProblem = "\(lost)\(problem)\(kept)" }
    }
  }

  @Test("The first problem at the end does not hide later ones, or those of typed text")
  func severalProblems() async throws {
    let (store, save) = try await changed()
    await failAtTheEnd(store, save)
    await store.send(.recordingsSaveResponse(.failure(problem))) {
      $0.shutDownProblem = "\(lost)\(problem)\(kept); \(problem)"
    }
    await store.send(.unsavedTextsResponse(.failure(problem))) {
      $0.shutDownProblem =
        "\(lost)\(problem)\(kept); \(problem); unsaved text could not be kept: \(problem)"
    }
  }

  @Test("A memo is deleted after its unsaved text is stored")
  func deleted() async throws {
    let (store, save) = try await changed()
    await store.send(.deleteMemoButtonTapped) { $0.closeRequest = .delete(0) }
    save.yield(true)
    await receiveSaved(in: store) {
      $0.closeRequest = nil
      $0.notice = "'One' is in the trash. Press u to undo."
      $0.noticeSubject = .deleted([one.id])
      $0.$recordings.withLock { $0 = [two] }
      $0.record(deletionOf: one)
      $0.recordingsList.rows = [two.id]
      $0.close()
    }
    await store.receive(\.recordingsList.textChanged)
    await store.receive(\.recordingsList.saveResponse.success)
    await clock.advance(by: AppFeature.noticeDuration)
    await store.receive(\.noticeTimedOut) { $0.notice = nil }
    await shutDown(store)
  }

  @Test("A memo whose text could not be stored is not deleted, not even later")
  func notDeleted() async throws {
    let (store, save) = try await changed()
    await store.send(.deleteMemoButtonTapped) { $0.closeRequest = .delete(0) }
    save.yield(false)
    await receiveFailure(in: store)
    await store.receive(\.path[id: 0].playback.delegate.saveFailed) { $0.closeRequest = nil }
    await receiveReload(in: store)
    await store.send(.backButtonTapped) { $0.close() }
    await shutDown(store)
  }

  @Test("A memo that waits to be deleted when the app ends is deleted once its text is stored")
  func deletedAtTheEnd() async throws {
    let (store, save) = try await changed()
    await store.send(.deleteMemoButtonTapped) { $0.closeRequest = .delete(0) }
    await withMainSerialExecutor {
      await store.send(.shutDownRequested) { $0.phase = .shuttingDown(isLibraryLoaded: true) }
      save.yield(true)
      await receiveSaved(in: store)
      await store.receive(\.recordingsList.textChanged)
      await store.receive(\.pendingWorkEnded) {
        $0.closeRequest = nil
        $0.path = StackState()
        $0.$recordings.withLock { $0 = [two] }
      }
      await receiveStored(in: store)
    }
  }
}
