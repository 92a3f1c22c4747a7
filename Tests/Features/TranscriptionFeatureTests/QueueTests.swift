import ComposableArchitecture
import DatabaseClient
import DependenciesTestSupport
import SharedModels
import SharedSettings
import SpeechClient
import TerminalUI
import Testing
import TranscriptionCore

@testable import TranscriptionFeature

/// The order of the queue, and the work on it.
@Suite("Transcriptions: the queue")
@MainActor
struct QueueTests {
  @Test("Running jobs come first, then waiting ones in order, failed and done")
  func order() {
    var failedLater = job(5, .failed)
    failedLater.endedAt = now + 1
    let queue = Queue(
      open: [job(1, .failed), job(2), job(3, .running), job(4), failedLater, job(9)],
      finished: [job(6, .done), job(7, .done)], recordings: (1...7).map(memo))
    #expect(queue.items.map(\.id) == [3, 2, 4, 5, 1, 6, 7].map(id), "9 is in the trash")
    #expect(queue.count(.queued) == 2 && queue.count(.failed) == 2 && queue.count(.done) == 2)
  }

  @Test("Progress combines stored segments and audio processed since")
  func progress() async throws {
    let half = Queue.Item(job: job(1, .running, until: .seconds(5)), recording: memo(1))
    #expect(half.progress == 0.5)
    var empty = half
    empty.recording.duration = .zero
    #expect(empty.progress == 0)
    let store = makeStore(library())
    await store.send(.pauseButtonTapped) { $0.work = .paused }
    await store.send(.loadResponse(.success(queue(half.job)))) {
      $0.isLoaded = true
      $0.queue = queue(half.job).queue
    }
    #expect(store.state.progress(of: half) == 0.5)
    await store.send(.queueEvent(.began(id(1)))) {
      $0.reading = .once
      $0.running = [id(1): 0]
    }
    await store.receive(\.loadResponse.success) { $0.queue = Queue() }
    await store.receive(\.readingEnded) { $0.reading = .none }
    await store.send(.queueEvent(.progressed(id(1), 0.6))) { $0.running = [id(1): 0.6] }
    #expect(store.state.progress(of: half) == 0.6)
    await store.send(.queueEvent(.progressed(id(1), 0.4)))
    #expect(store.state.progress(of: half) == 0.6, "it does not go back")
    await store.send(.queueEvent(.finished(id(1), wordCount: 3))) { $0.running = [id(1): 1] }
    #expect(store.state.progress(of: half) == 1)
    await store.send(.loadResponse(.success(queue(job(1, .done))))) {
      $0.queue = queue(job(1, .done)).queue
      $0.running = [:]
    }
    await store.receive(\.delegate.transcriptFinished, id(1))
  }

  @Test("In the app, the first job is selected as soon as there is one, and again after the last")
  func selectsFirst() async {
    let state = TranscriptionFeature.State(
      settings: SharedReader(value: Settings()), selectsFirst: true)
    let store = TestStore(initialState: state) {
      TranscriptionFeature()
    } withDependencies: {
      $0.database = library()
    }
    await store.send(.pauseButtonTapped) { $0.work = .paused }
    await store.send(.loadResponse(.success(queue()))) { $0.isLoaded = true }
    await store.send(.loadResponse(.success(queue(job(1), job(2))))) {
      $0.list.selection = 0
      $0.queue = queue(job(1), job(2)).queue
    }
    await store.send(.set(\.list, ListState(selection: 1))) { $0.list.selection = 1 }
    await store.send(.loadResponse(.success(queue(job(3), job(1), job(2))))) {
      $0.list.selection = 2
      $0.queue = queue(job(3), job(1), job(2)).queue
    }
    await store.send(.loadResponse(.success(queue()))) {
      $0.list.selection = nil
      $0.queue = Queue()
    }
    await store.send(.loadResponse(.success(queue(job(1))))) {
      $0.list.selection = 0
      $0.queue = queue(job(1)).queue
    }
  }

  @Test("Of the text of a long memo the end is kept, and every segment is counted")
  func partialText() {
    var text = PartialText()
    text.append([Segment(start: .zero, end: .zero, text: "Hello there.")])
    text.append([])
    text.append([Segment(start: .zero, end: .zero, text: "Goodbye.")])
    #expect(text.text == "Hello there. Goodbye." && text.segmentCount == 2)
    for number in 1...3_000 {
      text.append([Segment(start: .zero, end: .zero, text: "Sentence \(number).")])
    }
    #expect(text.segmentCount == 3_002)
    #expect(text.text.hasSuffix("Sentence 2999. Sentence 3000."))
    #expect(text.text.count < 8_100)
  }

  @Test("Waiting jobs run in order, and each transcript is announced")
  func making() async throws {
    let database = library(job(1), job(2), job(3, .done))
    let widths = LockIsolated<Set<Int>>([])
    await withMainSerialExecutor {
      let speech = SpeechClient.scripted(saying: "New words. And more.")
      let running = LockIsolated(0)
      let store = makeStore(database, speech: speech) {
        $0.speechClient.transcribe = { request in
          running.withValue { $0 += 1 }
          widths.withValue { [running = running.value] in _ = $0.insert(running) }
          let events = speech.transcribe(request)
          return AsyncThrowingStream {
            var iterator = events.makeAsyncIterator()
            let event = try await iterator.next()
            if case .finished? = event { running.withValue { $0 -= 1 } }
            return event
          }
        }
      }
      await store.send(.task)
      await receiveFirstRead(of: job(1), job(2), job(3, .done), in: store)
      for number in [1, 2] {
        await receiveBegin(of: number, in: store)
        await receiveSegment(of: number, heard: [0.06, 0.5], in: store)
        await receiveSegment(
          "And more.", of: number, until: .milliseconds(1200), heard: [0.12, 1], in: store)
        await receiveFinish(of: number, wordCount: 4, in: store)
      }
      await receiveEndOfWork(in: store)
      #expect(store.state.queue.items.map(\.job.state) == [.done, .done, .done])
      await store.send(.stopRequested)
      await store.finish()
    }
    #expect(try await database.text(1) == "New words. And more.")
    #expect(try await database.text(2) == "New words. And more.")
    #expect(try await database.text(3) == "Old words.", "done before, it is not told again")
    #expect(widths.value == [1])
  }

  @Test("A library failure stops the work and shows the reason")
  func unwritable() async throws {
    let database = library(job(1))
    let error = DatabaseError.diskFull(path: "library.sqlite")
    let begun = LockIsolated(0)
    await withMainSerialExecutor {
      let store = makeStore(database) {
        $0.database.jobs.append = { _, _, _, _ in throw error }
        let scripted = $0.speechClient.transcribe
        $0.speechClient.transcribe = { request in
          begun.withValue { $0 += 1 }
          return scripted(request)
        }
      }
      await store.send(.task)
      await receiveFirstRead(of: job(1), in: store)
      await receiveBegin(of: 1, in: store)
      await store.receive(\.libraryChanged) { $0.reading = .once }
      await store.receive(\.workResponse) {
        $0.running = [:]
        $0.work = .failed(reason: error.description)
      }
      // That the job was put back is a change: it must not have it begun again, and again.
      await store.receive(\.loadResponse.success) {
        $0.queue = queue(job(1)).queue
        $0.queue.items[id: id(1)]?.recording.transcription = .queued
        $0.texts = [:]
      }
      await store.receive(\.readingEnded) { $0.reading = .none }
      #expect(begun.value == 1)
      await store.send(.stopRequested)
      await store.finish()
    }
    #expect(try await database.states() == [1: .queued])
  }

  @Test("A job for a memo in the trash is neither shown nor tried for again and again")
  func trashed() async throws {
    let database = library(job(1), job(2, .failed))
    try await database.trash(ids: [id(1)], at: now)
    let claims = LockIsolated(0)
    await withMainSerialExecutor {
      let store = makeStore(database) {
        $0.database.jobs.claim = { _ in
          claims.withValue { $0 += 1 }
          return nil
        }
      }
      await store.send(.task)
      await store.receive(\.libraryChanged) { $0.reading = .once }
      await store.receive(\.loadResponse.success) {
        $0.isLoaded = true
        $0.queue = queue(job(2, .failed)).queue
      }
      await store.receive(\.readingEnded) { $0.reading = .none }
      await store.send(.stopRequested)
      await store.finish()
    }
    #expect(claims.value == 0)
  }

  @Test("A waiting job that cannot be claimed is retried only after a change")
  func fruitless() async {
    let claims = LockIsolated(0)
    let snapshot = queue(job(1))
    await withMainSerialExecutor {
      let store = makeStore {
        $0.database.jobs.list = { _ in [job(1)] }
        $0.database.jobs.finished = { _, _ in [] }
        $0.database.recordings = { _ in [memo(1)] }
        $0.database.jobs.claim = { _ in
          claims.withValue { $0 += 1 }
          return nil
        }
      }
      await store.send(.libraryChanged) { $0.reading = .once }
      for isFirst in [true, false] {
        await store.receive(\.loadResponse.success) {
          $0.isLoaded = true
          $0.queue = snapshot.queue
          $0.work = .running(hasClaimedJob: false)
        }
        await store.receive(\.readingEnded) { $0.reading = .none }
        await store.receive(\.workResponse) {
          $0.reading = .once
          $0.work = .nothingToClaim
        }
        await store.receive(\.loadResponse.success)
        await store.receive(\.readingEnded) { $0.reading = .none }
        #expect(claims.value == (isFirst ? 1 : 2))
        if isFirst {
          await store.send(.libraryChanged) {
            $0.reading = .once
            $0.work = .idle
          }
        }
      }
    }
  }

  private func receiveNothingToClaim(_ store: TestStoreOf<TranscriptionFeature>) async {
    await store.receive(\.workResponse) {
      $0.reading = .once
      $0.work = .nothingToClaim
    }
    await store.receive(\.loadResponse.success)
    await store.receive(\.readingEnded) { $0.reading = .none }
  }

  @Test("A job of another program is left alone until it has been silent for a while")
  func others() async throws {
    let clock = TestClock()
    let database = library(job(1, .running))
    let isGone = LockIsolated(false)
    await withMainSerialExecutor {
      let store = makeStore(database) {
        $0.continuousClock = clock
        $0.database.jobs.claim = { ids in
          // Its process has died, so any process may claim the job.
          guard isGone.value
          else { return nil }
          isGone.setValue(false)
          return try await database.jobs.claim(among: ids)
        }
      }
      await store.send(.task)
      await receiveFirstRead(of: job(1, .running), in: store)
      await receiveNothingToClaim(store)
      isGone.setValue(true)
      await clock.advance(by: TranscriptionFeature.otherProgramTimeout - .seconds(1))
      // An event restarts the timeout.
      await store.send(.libraryChanged) {
        $0.reading = .once
        $0.work = .idle
      }
      await store.receive(\.loadResponse.success)
      await store.receive(\.readingEnded) { $0.reading = .none }
      await clock.advance(by: .seconds(2))
      #expect(isGone.value)
      await clock.advance(by: TranscriptionFeature.otherProgramTimeout)
      await store.receive(\.otherProgramTimedOut) { $0.work = .running(hasClaimedJob: false) }
      await receiveBegin(of: 1, in: store)
      await receiveSegment(of: 1, in: store)
      await receiveFinish(of: 1, in: store)
      await receiveEndOfWork(in: store)
      await store.send(.stopRequested)
      await store.finish()
    }
    #expect(try await database.text(1) == "New words.")
  }

  @Test("A job is retried after each silent period, even without library changes")
  func silentAgain() async throws {
    let clock = TestClock()
    let claims = LockIsolated(0)
    let database = library(job(1, .running))
    await withMainSerialExecutor {
      let store = makeStore(database) {
        $0.continuousClock = clock
        $0.database.changes = { .never }
        $0.database.jobs.claim = { ids in
          claims.withValue { $0 += 1 }
          // Its program dies after the second try.
          return claims.value == 3 ? try await database.jobs.claim(among: ids) : nil
        }
      }
      await store.send(.task)
      await receiveFirstRead(of: job(1, .running), in: store)
      await receiveNothingToClaim(store)
      #expect(claims.value == 1)
      await clock.advance(by: TranscriptionFeature.otherProgramTimeout)
      await store.receive(\.otherProgramTimedOut) { $0.work = .running(hasClaimedJob: false) }
      await receiveNothingToClaim(store)
      #expect(claims.value == 2)
      await clock.advance(by: TranscriptionFeature.otherProgramTimeout - .seconds(1))
      #expect(claims.value == 2)
      await clock.advance(by: .seconds(1))
      await store.receive(\.otherProgramTimedOut) { $0.work = .running(hasClaimedJob: false) }
      await receiveBegin(of: 1, in: store)
      for fraction in [0.06, 1] { await receiveProgress(fraction, of: 1, in: store) }
      await store.receive(\.queueEvent, .finished(id(1), wordCount: 2))
      await store.receive(\.workResponse.success) {
        $0.reading = .once
        $0.work = .idle
      }
      await store.receive(\.loadResponse.success) {
        $0.queue.items[id: id(1)]?.job.transcribedUntil = .milliseconds(600)
        $0.finish(1)
      }
      await store.receive(\.delegate.transcriptFinished, id(1))
      await store.receive(\.readingEnded) { $0.reading = .none }
      await store.send(.stopRequested)
      await store.finish()
    }
    #expect(claims.value >= 3)
  }

  @Test("The selection follows its job, or moves to the next one when it disappears")
  func selection() async {
    let store = makeStore(library())
    await store.send(.pauseButtonTapped) { $0.work = .paused }
    await store.send(.loadResponse(.success(queue(job(1, .running), job(2), job(3))))) {
      $0.isLoaded = true
      $0.queue = queue(job(1, .running), job(2), job(3)).queue
    }
    await store.send(.openButtonTapped)
    await store.send(.set(\.list, ListState(selection: 1))) { $0.list.selection = 1 }
    #expect(store.state.selected?.id == id(2))
    await store.send(.openButtonTapped)
    await store.receive(\.delegate.recordingSelected, id(2))
    await store.send(.loadResponse(.success(queue(job(2, .running), job(3), job(1, .done))))) {
      $0.list.selection = 0
      $0.queue = queue(job(2, .running), job(3), job(1, .done)).queue
    }
    await store.receive(\.delegate.transcriptFinished, id(1))
    #expect(store.state.selected?.id == id(2))
    await store.send(.loadResponse(.success(queue(job(3), job(1, .done))))) {
      $0.queue = queue(job(3), job(1, .done)).queue
    }
    #expect(store.state.selected?.id == id(3))
    await store.send(.loadResponse(.success(queue()))) {
      $0.list.selection = nil
      $0.queue = Queue()
    }
    #expect(store.state.selected == nil)
  }
}
