import ComposableArchitecture
import DatabaseClient
import DependenciesTestSupport
import SharedModels
import Testing

@testable import TranscriptionFeature

/// The queue's updates from the library.
@Suite("Transcriptions: reading the library")
@MainActor
struct ReadingTests {
  @Test("Live text is read incrementally")
  func texts() async throws {
    let asked = LockIsolated<[Int]>([])
    let running = job(1, .running)
    await withMainSerialExecutor {
      let store = makeStore {
        $0.database.changes = { .never }
        $0.database.jobs.list = { _ in [running] }
        $0.database.jobs.finished = { _, _ in [] }
        $0.database.recordings = { _ in [memo(1)] }
        $0.database.jobs.claim = { _ in nil }
        $0.database.jobs.keptSegments = { job, count in
          asked.withValue { $0.append(count) }
          return [Segment(start: .zero, end: .zero, text: "Part \(count).")]
        }
      }
      await store.send(.libraryChanged) { $0.reading = .once }
      var first = queue(running)
      first.texts = [jobID(1): [Segment(start: .zero, end: .zero, text: "Part 0.")]]
      await store.receive(\.loadResponse.success, first) {
        $0.isLoaded = true
        $0.queue = first.queue
        $0.texts[jobID(1), default: PartialText()].append(first.texts[jobID(1)] ?? [])
        $0.work = .running(hasClaimedJob: false)
      }
      await store.receive(\.readingEnded) { $0.reading = .none }
      // Another process does it.
      await store.receive(\.workResponse) {
        $0.reading = .once
        $0.work = .nothingToClaim
      }
      await store.receive(\.loadResponse.success) {
        $0.texts[jobID(1)]?.append([Segment(start: .zero, end: .zero, text: "Part 1.")])
      }
      await store.receive(\.readingEnded) { $0.reading = .none }
      #expect(store.state.texts[jobID(1)]?.text == "Part 0. Part 1.")
      #expect(asked.value == [0, 1])
      await store.send(.stopRequested) { $0.work = .idle }
    }
  }

  @Test("Changes during a reload cause one more reload, not more")
  func coalescing() async {
    let (gate, open) = AsyncStream<Void>.makeStream()
    let count = LockIsolated(0)
    await withMainSerialExecutor {
      let store = makeStore {
        $0.database.jobs.list = { _ in
          count.withValue { $0 += 1 }
          for await _ in gate { break }
          return []
        }
        $0.database.jobs.finished = { _, _ in [] }
      }
      await store.send(.libraryChanged) { $0.reading = .once }
      await store.send(.libraryChanged) { $0.reading = .again }
      await store.send(.libraryChanged)
      open.yield()
      await store.receive(\.loadResponse.success) { $0.isLoaded = true }
      await store.receive(\.readingEnded) { $0.reading = .once }
      open.yield()
      await store.receive(\.loadResponse.success)
      await store.receive(\.readingEnded) { $0.reading = .none }
      #expect(count.value == 2)
    }
  }

  @Test("An unreadable library shows the reason until it can be read")
  func unreadable() async {
    let error = DatabaseError.busy(path: "library.sqlite")
    let fails = LockIsolated(true)
    let store = makeStore {
      $0.database.jobs.list = { _ in if fails.value { throw error } else { [] } }
      $0.database.jobs.finished = { _, _ in [] }
    }
    await store.send(.libraryChanged) { $0.reading = .once }
    await store.receive(\.loadResponse.failure) {
      $0.libraryProblem = error.description
      $0.reading = .none
    }
    fails.setValue(false)
    await store.send(.tryAgainButtonTapped) {
      $0.libraryProblem = nil
      $0.reading = .once
    }
    await store.receive(\.loadResponse.success) { $0.isLoaded = true }
    await store.receive(\.readingEnded) { $0.reading = .none }
  }

  @Test("A slow library is reloaded less often")
  func rest() async {
    let clock = TestClock()
    let count = LockIsolated(0)
    await withMainSerialExecutor {
      let store = makeStore {
        $0.continuousClock = clock
        $0.database.jobs.list = { _ in
          count.withValue { $0 += 1 }
          try await clock.sleep(for: .seconds(2))
          return []
        }
        $0.database.jobs.finished = { _, _ in [] }
      }
      await store.send(.libraryChanged) { $0.reading = .once }
      await clock.advance(by: .seconds(2))
      await store.receive(\.loadResponse.success) { $0.isLoaded = true }
      await store.send(.libraryChanged) { $0.reading = .again }
      await clock.advance(by: .seconds(5))
      #expect(count.value == 1)
      await clock.advance(by: .seconds(1))
      await store.receive(\.readingEnded) { $0.reading = .once }
      #expect(count.value == 2)
      await store.send(.stopRequested) { $0.reading = .none }
    }
  }

  @Test("A transcript finished by another program is announced, earlier ones are not")
  func toldOnce() async {
    let store = makeStore()
    await store.send(.pauseButtonTapped) { $0.work = .paused }
    await store.send(.loadResponse(.success(queue(job(1, .done), job(2, .running))))) {
      $0.isLoaded = true
      $0.queue = queue(job(1, .done), job(2, .running)).queue
    }
    await store.send(.loadResponse(.success(queue(job(2, .done), job(1, .done))))) {
      $0.queue = queue(job(2, .done), job(1, .done)).queue
    }
    await store.receive(\.delegate.transcriptFinished, id(2))
    var again = job(1, .done)
    again.endedAt = now + 5
    await store.send(.loadResponse(.success(queue(again, job(2, .done))))) { [again] in
      $0.queue = queue(again, job(2, .done)).queue
    }
    await store.receive(\.delegate.transcriptFinished, id(1))
  }

  @Test("A transcript restored from the trash is not announced as new")
  func backFromTrash() async throws {
    let database = library(job(1, .done), job(2, .done))
    // The second is in the trash from before the start.
    try await database.trash(ids: [id(2)], at: now)
    let store = makeStore(database)
    await store.send(.pauseButtonTapped) { $0.work = .paused }
    await store.send(.libraryChanged) { $0.reading = .once }
    await store.receive(\.loadResponse.success) {
      $0.isLoaded = true
      $0.queue = queue(job(1, .done), job(2, .done)).queue
      $0.queue.items.remove(id: id(2))
    }
    await store.receive(\.readingEnded) { $0.reading = .none }
    try await database.trash(ids: [id(1)], at: now)
    await store.send(.libraryChanged) { $0.reading = .once }
    await store.receive(\.loadResponse.success) { $0.queue.items = [] }
    await store.receive(\.readingEnded) { $0.reading = .none }
    try await database.restore(ids: [id(1), id(2)])
    await store.send(.libraryChanged) { $0.reading = .once }
    await store.receive(\.loadResponse.success) {
      $0.queue = queue(job(2, .done), job(1, .done)).queue
    }
    // An announced transcript would be received here.
    await store.receive(\.readingEnded) { $0.reading = .none }
    await store.finish()
  }
}
