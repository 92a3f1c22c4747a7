import ComposableArchitecture
import ComposableTerminal
import DatabaseClient
import DependenciesTestSupport
import SharedModels
import SharedSettings
import SpeechClient
import TerminalUI
import Testing

@testable import TranscriptionFeature

/// The user's commands for the queue.
@Suite("Transcriptions: requests")
@MainActor
struct RequestTests {
  /// A store that has read the library and does nothing by itself.
  private func pausedStore(
    _ database: DatabaseClient, select index: Int? = 0,
    withDependencies prepare: (inout DependencyValues) -> Void = { _ in }
  ) async throws -> TestStoreOf<TranscriptionFeature> {
    let store = makeStore(database, withDependencies: prepare)
    let queue = try await database.queue()
    await store.send(.pauseButtonTapped) { $0.work = .paused }
    await store.send(.libraryChanged) { $0.reading = .once }
    await store.receive(\.loadResponse.success) {
      $0.isLoaded = true
      $0.queue = queue
    }
    await store.receive(\.readingEnded) { $0.reading = .none }
    if let index {
      await store.send(.set(\.list, ListState(selection: index))) { $0.list.selection = index }
    }
    return store
  }

  /// The queue after a transcript was requested with the last one's settings.
  private func requested(
    _ number: Int, _ jobNumber: Int = 0, model: String? = nil,
    settings: TranscriptionSettings? = nil
  ) -> Queue.Item {
    var recording = memo(number)
    recording.transcription = .queued
    return Queue.Item(
      job: TranscriptionJob(
        id: TranscriptionJob.ID(UUID(jobNumber)), recordingID: id(number), createdAt: now,
        model: model, settings: settings ?? job(number).settings),
      recording: recording)
  }

  private let editedReason =
    "its text was edited during transcription; to replace the edits, transcribe it again"

  // MARK: Canceling

  @Test("Waiting jobs are canceled")
  func cancelling() async throws {
    let database = library(job(1, model: "base"), job(2))
    let store = try await pausedStore(database)
    let cancelled = store.state.queue.items[0].job
    await store.send(.cancelButtonTapped)
    await store.receive(\.cancelResponse.success) {
      $0.queue.items.remove(id: id(1))
      $0.reading = .once
    }
    await store.receive(\.delegate.canceled, cancelled)
    await store.receive(\.loadResponse.success)
    await store.receive(\.readingEnded) { $0.reading = .none }
    #expect(try await database.states() == [2: .queued])
  }

  @Test(
    "A running job is canceled at once, even with a slow engine, and the next starts")
  func cancellingWork() async throws {
    let database = library(job(1), job(2))
    let ended = LockIsolated(false)
    try await withMainSerialExecutor { () async throws in
      let store = makeStore(database) {
        let scripted = $0.speechClient.transcribe
        let count = LockIsolated(0)
        $0.speechClient.transcribe = { request in
          count.withValue { $0 += 1 }
          guard count.value == 1
          else { return scripted(request) }
          return AsyncThrowingStream {
            await withTaskCancellationHandler {
              for await _ in AsyncStream<Never>.never {}
            } onCancel: {
              ended.setValue(true)
            }
            return nil
          }
        }
      }
      await store.send(.task)
      await receiveFirstRead(of: job(1), job(2), in: store)
      await receiveBegin(of: 1, in: store)
      await store.send(.set(\.list, ListState(selection: 0))) { $0.list.selection = 0 }
      let running = try #require(store.state.selected?.job)
      #expect(running.state == .running)
      await store.send(.cancelButtonTapped)
      await store.receive(\.cancelResponse.success) {
        $0.queue.items.remove(id: id(1))
        $0.reading = .once
        $0.running = [:]
      }
      await store.receive(\.delegate.canceled, running)
      await store.receive(\.libraryChanged) { $0.reading = .again }
      await store.receive(\.queueEvent, .began(id(2))) { $0.running = [id(2): 0] }
      await store.receive(\.loadResponse.success) {
        $0.showClaim(of: 2)
        $0.texts[jobID(1)] = nil
      }
      await store.receive(\.readingEnded) { $0.reading = .once }
      await store.receive(\.loadResponse.success)
      await store.receive(\.readingEnded) { $0.reading = .none }
      await receiveSegment(of: 2, in: store)
      await receiveFinish(of: 2, in: store)
      await receiveEndOfWork(in: store)
      #expect(ended.value)
      await store.send(.stopRequested)
      await store.finish()
      #expect(try await database.states() == [2: .done])
      #expect(try await database.text(1) == "Old words.")
    }
  }

  @Test("Finished and failed jobs cannot be canceled")
  func cancellingTooLate() async throws {
    let database = library(job(1), job(2, .failed))
    let store = try await pausedStore(database)
    try await database.jobs.end(id: jobID(1), outcome: .cancelled)
    await store.send(.cancelButtonTapped)
    await store.receive(\.libraryChanged) { $0.reading = .once }
    await store.receive(\.loadResponse.success) { $0.queue.items.remove(id: id(1)) }
    await store.receive(\.readingEnded) { $0.reading = .none }
    await store.send(.cancelButtonTapped)
    #expect(try await database.states() == [2: .failed])
  }

  // MARK: Again

  @Test("Failed jobs are retried with their settings, one or all")
  func retry() async throws {
    let database = library(job(1, .failed, model: "base"), job(2, .failed), job(3))
    let store = try await pausedStore(database, select: nil)
    await store.send(.retryButtonTapped)
    #expect(try await database.states() == [1: .failed, 2: .failed, 3: .queued])
    let place = try #require(store.state.queue.items.index(id: id(1)))
    await store.send(.set(\.list, ListState(selection: place))) { $0.list.selection = place }
    await store.send(.retryButtonTapped)
    await store.receive(\.editedTextsResponse)
    await store.receive(\.enqueueResponse.success, [id(1)]) { $0.reading = .once }
    await store.receive(\.loadResponse.success) {
      $0.queue.items.remove(id: id(1))
      $0.queue.items.insert(requested(1, model: "base"), at: 1)
      $0.list.selection = 1
    }
    await store.receive(\.readingEnded) { $0.reading = .none }
    #expect(try await database.states() == [1: .queued, 2: .failed, 3: .queued])
    await store.send(.retryAllButtonTapped)
    await store.receive(\.editedTextsResponse)
    await store.receive(\.enqueueResponse.success, [id(2)]) { $0.reading = .once }
    await store.receive(\.loadResponse.success) {
      $0.queue.items.remove(id: id(2))
      $0.queue.items.append(requested(2, 1))
    }
    await store.receive(\.readingEnded) { $0.reading = .none }
    #expect(try await database.states() == [1: .queued, 2: .queued, 3: .queued])
    // Waiting work is not requested again.
    await store.send(.retryButtonTapped)
  }

  @Test("A typed model replaces the requested one")
  func model() async throws {
    let database = library(job(1))
    let store = try await pausedStore(database)
    await store.send(.modelButtonTapped) {
      $0.destination = .model(TextPrompt<Recording.ID>.State(modelFor: id(1), text: "small"))
    }
    await store.send(\.destination.model.textChanged, TextFieldState(" large ")) {
      $0.destination?.modify(\.model) { $0.text = TextFieldState(" large ") }
    }
    await store.send(\.destination.model.saveButtonTapped)
    await store.receive(\.destination.model.delegate.saved) { $0.destination = nil }
    await store.receive(\.editedTextsResponse)
    await store.receive(\.enqueueResponse.success, [id(1)]) { $0.reading = .once }
    await store.receive(\.loadResponse.success) {
      $0.queue.items = [requested(1, model: "large")]
    }
    await store.receive(\.readingEnded) { $0.reading = .none }
    #expect(try await database.jobs.list().count == 1)

    await store.send(.modelButtonTapped) {
      $0.destination = .model(TextPrompt<Recording.ID>.State(modelFor: id(1), text: "large"))
    }
    await store.send(\.destination.model.textChanged, TextFieldState("")) {
      $0.destination?.modify(\.model) { $0.text = TextFieldState("") }
    }
    await store.send(\.destination.model.saveButtonTapped)
    await store.receive(\.destination.model.delegate.saved) { $0.destination = nil }
    await store.receive(\.editedTextsResponse)
    await store.receive(\.enqueueResponse.success, [id(1)]) { $0.reading = .once }
    await store.receive(\.loadResponse.success) { $0.queue.items = [requested(1, 1)] }
    await store.receive(\.readingEnded) { $0.reading = .none }
    #expect(store.state.queue.items[id: id(1)]?.job.model == nil, "the engine's own")
    await store.send(.modelButtonTapped) {
      $0.destination = .model(TextPrompt<Recording.ID>.State(modelFor: id(1), text: "small"))
    }
    await store.send(\.destination.model.cancelButtonTapped)
    await store.receive(\.destination.dismiss) { $0.destination = nil }
  }

  @Test("Transcription uses the library's settings")
  func settings() async throws {
    let database = library(job(1), job(2, .done))
    let store = try await pausedStore(database)
    await store.send(.transcriptionRequested([id(1)]))
    await store.send(.transcriptionRequested([id(1), id(2)]))
    await store.receive(\.editedTextsResponse)
    await store.receive(\.enqueueResponse.success, [id(2)]) { $0.reading = .once }
    await store.receive(\.loadResponse.success) {
      $0.queue.items[id: id(2)] = requested(
        2, model: "small", settings: $0.settings.transcription)
      $0.queue.finished = [:]
    }
    await store.receive(\.readingEnded) { $0.reading = .none }
    let new = try #require(store.state.queue.items[id: id(2)]?.job)
    #expect(new.state == .queued && new.model == "small")
    #expect(new.settings.language == "de" && new.settings.vocabulary == "Erewhon")
    #expect(store.state.queue.items[id: id(1)]?.job == job(1), "it is on its way")
  }

  @Test("A request that the library refuses is reported")
  func refused() async throws {
    let store = try await pausedStore(library(job(1, .failed))) {
      $0.database.jobs.enqueue = { _ in throw DatabaseError.diskFull(path: "library.sqlite") }
    }
    let error = DatabaseError.diskFull(path: "library.sqlite")
    await store.send(.retryButtonTapped)
    await store.receive(\.editedTextsResponse)
    await store.receive(\.enqueueResponse.failure) { $0.destination = .alert(.notQueued(error)) }
    await store.send(\.destination.dismiss) { $0.destination = nil }
  }

  // MARK: Edited text

  @Test("Edited text is not replaced without confirmation")
  func edited() async throws {
    let database = library(job(1, .done), job(2, .failed), edited: [1])
    let store = try await pausedStore(database, select: 1)
    #expect(store.state.selected?.id == id(1))
    await store.send(.retryButtonTapped)
    let request = TranscriptionFeature.EnqueueRequest([id(1)], from: .lastJob, checkedAt: now)
    await store.receive(\.editedTextsResponse) {
      $0.destination = .alert(.edited(request, [id(1)]))
    }
    await store.send(\.destination.dismiss) { $0.destination = nil }
    #expect(try await database.states() == [1: .done, 2: .failed])

    await store.send(.retryButtonTapped)
    await store.receive(\.editedTextsResponse) {
      $0.destination = .alert(.edited(request, [id(1)]))
    }
    await store.send(\.destination.alert.replaceButtonTapped, request) { $0.destination = nil }
    await store.receive(\.enqueueResponse.success) { $0.reading = .once }
    await store.receive(\.loadResponse.success) {
      $0.queue.items.remove(id: id(1))
      $0.queue.items.insert(requested(1), at: 0)
      $0.queue.finished = [:]
      $0.list.selection = 0
    }
    await store.receive(\.readingEnded) { $0.reading = .none }
    #expect(try await database.states() == [1: .queued, 2: .failed])
    #expect(try await database.text(1) == "Old words.", "until the new ones are there")
  }

  @Test("For several memos, those with edited text can be skipped")
  func editedAmongOthers() async throws {
    let database = library(job(1, .done), job(2, .failed), job(3, .failed), edited: [1, 3])
    let store = try await pausedStore(database)
    let request = TranscriptionFeature.EnqueueRequest(
      [id(1), id(2), id(3)], from: .settings, checkedAt: now)
    await store.send(.transcriptionRequested(request.ids))
    await store.receive(\.editedTextsResponse) {
      $0.destination = .alert(.edited(request, [id(1), id(3)]))
    }
    let others = TranscriptionFeature.EnqueueRequest([id(2)], from: .settings, checkedAt: now)
    let buttons = store.state.destination?.alert?.buttons ?? []
    #expect(
      buttons.compactMap(\.action.action) == [
        .replaceButtonTapped(others), .replaceButtonTapped(request),
      ])
    await store.send(\.destination.alert.replaceButtonTapped, others) { $0.destination = nil }
    await store.receive(\.enqueueResponse.success, [id(2)]) { $0.reading = .once }
    await store.receive(\.loadResponse.success) {
      $0.queue.items.remove(id: id(2))
      $0.queue.items.insert(
        requested(2, model: "small", settings: $0.settings.transcription), at: 0)
    }
    await store.receive(\.readingEnded) { $0.reading = .none }
    #expect(try await database.states() == [1: .done, 2: .queued, 3: .failed])
  }

  @Test("Text edited after the check and before the request is not replaced")
  func editedBeforeOrder() async throws {
    let database = library(job(1, .done))
    let date = LockIsolated(now)
    let store = try await pausedStore(database) {
      $0.date = DateGenerator { date.value }
      $0.database.transcription = { id in
        let text = try await database.transcription(of: id)
        try await database.editTranscription(
          id: text?.id ?? Transcription.ID(UUID(0)),
          with: TranscriptionEdit(
            position: 0, removed: text?.segments ?? [],
            inserted: Transcription.preview("My words.").segments, editedAtBefore: nil,
            editedAtAfter: now + 1))
        date.setValue(now + 2)
        return text
      }
    }
    await store.send(.retryButtonTapped)
    await store.receive(\.editedTextsResponse)
    await store.receive(\.enqueueResponse.success, [id(1)]) { $0.reading = .once }
    await store.receive(\.loadResponse.success) {
      $0.queue.finished = [:]
      $0.queue.items = [requested(1)]
    }
    await store.receive(\.readingEnded) { $0.reading = .none }
    await withMainSerialExecutor {
      await store.send(.pauseButtonTapped) { $0.work = .running(hasClaimedJob: false) }
      await receiveBegin(of: 1, in: store)
      for fraction in [0.06, 1] { await receiveProgress(fraction, of: 1, in: store) }
      await store.receive(\.queueEvent, .failed(id(1), reason: editedReason))
      await store.receive(\.workResponse.success) {
        $0.reading = .once
        $0.work = .idle
      }
      await store.receive(\.loadResponse.success) {
        $0.queue.items[id: id(1)]?.job.transcribedUntil = .milliseconds(600)
        $0.fail(1, with: editedReason, at: now + 2)
      }
      await store.receive(\.readingEnded) { $0.reading = .none }
      await store.send(.stopRequested)
      await store.finish()
    }
    #expect(try await database.text(1) == "My words.")
  }

  @Test("Text edited during transcription stays, and the job reports it")
  func editedMeanwhile() async throws {
    let database = library(job(1))
    try await withMainSerialExecutor { () async throws in
      let store = makeStore(database) {
        let append = $0.database.jobs.append
        $0.database.jobs.append = { segments, job, checkpoint, progress in
          try await append(segments, job, checkpoint, progress)
          let text = try await database.transcription(of: id(1))
          try await database.editTranscription(
            id: text?.id ?? Transcription.ID(UUID(0)),
            with: TranscriptionEdit(
              position: 0, removed: text?.segments ?? [],
              inserted: Transcription.preview("My words.").segments, editedAtBefore: nil,
              editedAtAfter: now + 1))
        }
      }
      await store.send(.task)
      await receiveFirstRead(of: job(1), in: store)
      await receiveBegin(of: 1, in: store)
      await receiveSegment(of: 1, in: store)
      await store.receive(\.libraryChanged) { $0.reading = .once }
      await store.receive(\.queueEvent, .failed(id(1), reason: editedReason))
      await store.receive(\.loadResponse.success) { $0.fail(1, with: editedReason) }
      await store.receive(\.readingEnded) { $0.reading = .none }
      await receiveEndOfWork(in: store)
      await store.send(.stopRequested)
      await store.finish()
    }
    #expect(try await database.text(1) == "My words.")
  }
}
