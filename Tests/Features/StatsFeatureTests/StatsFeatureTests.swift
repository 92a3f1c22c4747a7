import ComposableArchitecture
import DatabaseClient
import DependenciesTestSupport
import SharedModels
import StatsFeature
import Testing

@MainActor
struct StatsFeatureTests {
  private let clock = TestClock()
  private let counted = LockIsolated(0)
  private let now = Date(timeIntervalSince1970: 1_789_100_000)

  private func makeStore(
    _ database: DatabaseClient, isBroken: LockIsolated<Bool> = LockIsolated(false)
  ) -> TestStoreOf<StatsFeature> {
    withDependencies {
      $0.database = database
      $0.database.wordStatistics = { [counted, count = database.wordStatistics] limit in
        counted.withValue { $0 += 1 }
        if isBroken.value { throw DatabaseError.busy(path: "library.sqlite") }
        return try await count(limit)
      }
    } operation: {
      TestStore(initialState: StatsFeature.State()) {
        StatsFeature()
      } withDependencies: {
        $0.calendar = Calendar(identifier: .iso8601)
        $0.continuousClock = clock
        $0.date.now = now
        $0.timeZone = .gmt
      }
    }
  }

  private let memo = TranscribedMemo(recording: .mock, transcription: .mock)

  private func statistics(
    of recordings: [Recording], wordCounts: [Recording.ID: Int]
  ) -> LibraryStatistics {
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = .gmt
    return LibraryStatistics(
      of: recordings, wordCounts: wordCounts, calendar: calendar, now: now,
      weekCount: StatsFeature.weekCount)
  }

  private let words: [WordStatistics.Count] = [
    .init("agreed", count: 1), .init("budget", count: 1), .init("please", count: 1),
    .init("send", count: 1), .init("tomorrow", count: 1),
  ]

  @Test("The library is counted when it is shown, and again a moment after it has changed")
  func follow() async {
    await withMainSerialExecutor {
      let store = makeStore(.inMemory([memo]))
      let task = await store.send(.task)
      await store.receive(\.recordingsChanged)
      await store.receive(\.countResponse) {
        $0.mostFrequentWords = words
        $0.statistics = statistics(of: [.mock], wordCounts: [memo.recording.id: 9])
      }
      #expect(store.state.statistics?.memoCount == 1)
      #expect(store.state.statistics?.wordCount == 9)
      #expect(store.state.statistics?.weeks.last?.memoCount == 1)

      let before = counted.value
      let second = Recording.preview(id: Recording.ID(UUID(2)), duration: .seconds(60))
      try? await store.dependencies.database.insert(recording: second, job: nil)
      await store.receive(\.recordingsChanged)
      await clock.advance(by: .milliseconds(299))
      #expect(counted.value == before, "it is not quiet yet")
      await clock.advance(by: .milliseconds(1))
      await store.receive(\.countResponse) {
        $0.statistics = statistics(of: [second, .mock], wordCounts: [memo.recording.id: 9])
      }
      #expect(store.state.statistics?.duration == .seconds(71))
      #expect(store.state.statistics?.longest == second)
      await task.cancel()
    }
  }

  @Test("The progress of a transcription has nothing counted again, its end has")
  func progress() async throws {
    try await withMainSerialExecutor {
      let job = TranscriptionJob(
        id: TranscriptionJob.ID(UUID(9)), recordingID: Recording.mock.id,
        createdAt: now, settings: TranscriptionSettings())
      let store = makeStore(.inMemory([memo]))
      let database = store.dependencies.database
      try await database.jobs.enqueue(job: job)
      _ = try #require(try await database.jobs.claim(among: nil))
      try await database.jobs.append(segments: [], to: job.id, checkpoint: nil, progress: 0.1)
      let task = await store.send(.task)
      await store.receive(\.recordingsChanged)
      var running = Recording.mock
      running.transcription = .running(progress: 0.1)
      await store.receive(\.countResponse) {
        $0.mostFrequentWords = words
        $0.statistics = statistics(of: [running], wordCounts: [running.id: 9])
      }
      let before = counted.value

      for progress in [0.2, 0.3, 0.4] {
        try await database.jobs.append(
          segments: [], to: job.id, checkpoint: nil, progress: progress)
        await clock.advance(by: .seconds(1))
      }
      #expect(counted.value == before)
      try await database.jobs.end(
        id: job.id,
        outcome: .done(TranscriptionSummary(engine: Transcription.mock.engine), at: now))
      await store.receive(\.recordingsChanged)
      await clock.advance(by: .seconds(1))
      await store.receive(\.countResponse) {
        $0.mostFrequentWords = []
        $0.statistics = statistics(of: [.mock], wordCounts: [running.id: 0])
      }
      #expect(counted.value == before + 1)
      await task.cancel()
    }
  }

  @Test("An empty library is counted, too")
  func empty() async {
    await withMainSerialExecutor {
      let store = makeStore(.inMemory())
      let task = await store.send(.task)
      await store.receive(\.recordingsChanged)
      await store.receive(\.countResponse) {
        $0.statistics = statistics(of: [], wordCounts: [:])
      }
      #expect(store.state.statistics?.memoCount == 0)
      await task.cancel()
    }
  }

  @Test("If words cannot be counted, the rest shows with the reason and a retry")
  func failure() async {
    await withMainSerialExecutor {
      let isBroken = LockIsolated(true)
      let store = makeStore(.inMemory([memo]), isBroken: isBroken)
      let task = await store.send(.task)
      let reason = DatabaseError.busy(path: "library.sqlite").description
      await store.receive(\.recordingsChanged)
      await store.receive(\.countResponse) {
        $0.problem = reason
        $0.statistics = statistics(of: [.mock], wordCounts: [:])
      }
      #expect(store.state.statistics?.duration == .seconds(11))
      isBroken.setValue(false)
      await store.send(.reloadButtonTapped) { $0.statistics = nil }
      await store.receive(\.countResponse) {
        $0.mostFrequentWords = words
        $0.problem = nil
        $0.statistics = statistics(of: [.mock], wordCounts: [memo.recording.id: 9])
      }
      await task.cancel()
    }
  }

  @Test("The page scrolls")
  func scroll() async {
    let store = makeStore(.inMemory())
    await store.send(.set(\.offset, 3)) { $0.offset = 3 }
  }

  @Test("The bars cycle through the measures")
  func measure() async {
    let store = makeStore(.inMemory())
    await store.send(.measureButtonTapped(by: 1)) { $0.measure = .words }
    await store.send(.measureButtonTapped(by: 1)) { $0.measure = .memos }
    await store.send(.measureButtonTapped(by: 1)) { $0.measure = .duration }
    await store.send(.measureButtonTapped(by: -1)) { $0.measure = .memos }
  }
}
