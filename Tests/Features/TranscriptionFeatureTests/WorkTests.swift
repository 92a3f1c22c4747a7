import ComposableArchitecture
import DatabaseClient
import DependenciesTestSupport
import SharedModels
import SpeechClient
import TerminalUI
import Testing

@testable import TranscriptionFeature

/// When work resumes, and when it does not.
@Suite("Transcriptions: the work")
@MainActor
struct WorkTests {
  /// An engine that recognizes some text and then runs forever.
  nonisolated private func endless(_ text: String)
    -> @Sendable (TranscriptionRequest) ->
    AsyncThrowingStream<TranscriptionEvent, any Error>
  {
    { request in
      let start = request.startingAt
      let word = Word(text: text, start: start, end: start + .seconds(2))
      let events = LockIsolated<[TranscriptionEvent]>([.segment(Segment(words: [word]))])
      return AsyncThrowingStream {
        if let event = events.withValue({ $0.popLast() }) { return event }
        for await _ in AsyncStream<Never>.never {}
        throw CancellationError()
      }
    }
  }

  @Test("Without an engine, jobs keep waiting, and the screen shows what to do")
  func denied() async throws {
    let database = library(job(1), job(2))
    let failure = SpeechClient.Failure.engine(
      message: "no engine", hint: "run 'speechmemo setup-engine' to set it up")
    let status = LockIsolated(
      SpeechEngineStatus(authorization: .denied, failure: failure))
    try await withMainSerialExecutor { () async throws in
      let store = makeStore(database) {
        $0.speechClient.authorizationStatus = { .notDetermined }
        $0.speechClient.engineStatus = { status.value }
      }
      await store.send(.task)
      await receiveFirstRead(of: job(1), job(2), in: store)
      await store.receive(\.workResponse) {
        $0.work = .failed(reason: "no engine; run 'speechmemo setup-engine' to set it up")
      }
      #expect(try await database.states() == [1: .queued, 2: .queued])
      // It is not tried again and again.
      await store.send(.libraryChanged) { $0.reading = .once }
      await store.receive(\.loadResponse.success)
      await store.receive(\.readingEnded) { $0.reading = .none }

      status.setValue(SpeechEngineStatus(authorization: .authorized))
      await store.send(.tryAgainButtonTapped) {
        $0.reading = .once
        $0.work = .idle
      }
      await store.receive(\.loadResponse.success) { $0.work = .running(hasClaimedJob: false) }
      await store.receive(\.readingEnded) { $0.reading = .none }
      for number in [1, 2] {
        await receiveBegin(of: number, in: store)
        await receiveSegment(of: number, in: store)
        await receiveFinish(of: number, in: store)
      }
      await receiveEndOfWork(in: store)
      await store.send(.stopRequested)
      await store.finish()
    }
  }

  @Test("An engine without its own models accepts other names only")
  func restricted() async throws {
    let restricted = SpeechEngineStatus(
      authorization: .restricted, failure: .weights(message: "no weights"))
    for model in ["base", nil] {
      let database = library(job(1, model: model))
      try await withMainSerialExecutor { () async throws in
        let store = makeStore(database) {
          $0.speechClient.authorizationStatus = { .restricted }
          $0.speechClient.engineStatus = { restricted }
        }
        await store.send(.task)
        await receiveFirstRead(of: job(1, model: model), in: store)
        if model == nil {
          await store.receive(\.workResponse) { $0.work = .failed(reason: "no weights") }
        } else {
          await receiveBegin(of: 1, in: store)
          await receiveSegment(of: 1, in: store)
          await receiveFinish(of: 1, in: store)
          await receiveEndOfWork(in: store)
        }
        await store.send(.stopRequested)
        await store.finish()
        #expect(try await database.states() == [1: model == nil ? .queued : .done])
      }
    }
  }

  @Test("Pausing returns a job with its progress, and resuming continues there")
  func pause() async throws {
    let database = library(job(1))
    try await withMainSerialExecutor { () async throws in
      let speech = LockIsolated(endless("One."))
      let store = makeStore(database) {
        $0.speechClient.transcribe = { speech.value($0) }
      }
      await store.send(.task)
      await receiveFirstRead(of: job(1), in: store)
      await receiveBegin(of: 1, in: store)
      await receiveSegment("One.", of: 1, until: .seconds(2), heard: [0.2], in: store)
      await store.send(.pauseButtonTapped) {
        $0.running = [:]
        $0.work = .paused
      }
      while try await database.jobs.list().first?.state != .queued { await Task.yield() }
      #expect(try await database.jobs.list().map(\.transcribedUntil) == [.seconds(2)])
      await store.receive(\.libraryChanged) { $0.reading = .once }
      await store.receive(\.loadResponse.success) {
        $0.queue.items[id: id(1)]?.job.attempts = 0
        $0.queue.items[id: id(1)]?.job.state = .queued
        $0.queue.items[id: id(1)]?.recording.transcription = .queued
        $0.texts = [:]
      }
      await store.receive(\.readingEnded) { $0.reading = .none }
      await store.send(.libraryChanged) { $0.reading = .once }
      await store.receive(\.loadResponse.success)
      await store.receive(\.readingEnded) { $0.reading = .none }
      #expect(try await database.states() == [1: .queued])

      let rest = SpeechClient.scripted(saying: "Two.")
      speech.setValue({ rest.transcribe($0) })
      await store.send(.pauseButtonTapped) { $0.work = .running(hasClaimedJob: false) }
      await receiveBegin(of: 1, keeping: ["One."], in: store)
      await receiveSegment("Two.", of: 1, until: .milliseconds(2300), heard: [0.23, 1], in: store)
      await receiveFinish(of: 1, in: store)
      await receiveEndOfWork(in: store)
      #expect(try await database.text(1) == "One. Two.")
      await store.send(.stopRequested)
      await store.finish()
    }
  }

  @Test("After stopping, nothing is observed and jobs wait for another program")
  func stop() async throws {
    let database = library(job(1))
    try await withMainSerialExecutor { () async throws in
      let store = makeStore(database) { $0.speechClient.transcribe = endless("One.") }
      await store.send(.task)
      await receiveFirstRead(of: job(1), in: store)
      await receiveBegin(of: 1, in: store)
      await receiveSegment("One.", of: 1, until: .seconds(2), heard: [0.2], in: store)
      await store.send(.stopRequested) {
        $0.running = [:]
        $0.work = .idle
      }
      await store.finish()
      #expect(try await database.states() == [1: .queued])

      let next = makeStore(database, speech: .scripted(saying: "Two."))
      await next.send(.task)
      await receiveFirstRead(
        of: job(1, until: .seconds(2)), transcription: .queued, in: next)
      await receiveBegin(of: 1, keeping: ["One."], in: next)
      await receiveSegment("Two.", of: 1, until: .milliseconds(2300), heard: [0.23, 1], in: next)
      await receiveFinish(of: 1, in: next)
      await receiveEndOfWork(in: next)
      #expect(try await database.text(1) == "One. Two.")
      await next.send(.stopRequested)
      await next.finish()
    }
  }

  @Test("A failed memo shows its reason, and the others continue")
  func failure() async throws {
    let database = library(job(1), job(2))
    await withMainSerialExecutor {
      let store = makeStore(database) {
        let scripted = $0.speechClient.transcribe
        let count = LockIsolated(0)
        $0.speechClient.transcribe = { request in
          count.withValue { $0 += 1 }
          guard count.value == 1
          else { return scripted(request) }
          return .finished(throwing: SpeechClient.Failure.audio(message: "it is silent"))
        }
      }
      await store.send(.task)
      await receiveFirstRead(of: job(1), job(2), in: store)
      await receiveBegin(of: 1, in: store)
      await store.receive(\.libraryChanged) { $0.reading = .once }
      await store.receive(\.queueEvent, .failed(id(1), reason: "it is silent"))
      await store.receive(\.loadResponse.success) { $0.fail(1, with: "it is silent") }
      await store.receive(\.readingEnded) { $0.reading = .none }
      await receiveBegin(of: 2, in: store)
      await receiveSegment(of: 2, in: store)
      await receiveFinish(of: 2, in: store)
      await receiveEndOfWork(in: store)
      await store.send(.stopRequested)
      await store.finish()
    }
  }

  @Test("Two concurrent jobs show their progress and are canceled separately")
  func together() async throws {
    let database = library(job(1), job(2), job(3))
    try await withMainSerialExecutor { () async throws in
      let store = makeStore(database) {
        let scripted = $0.speechClient.transcribe
        let begun = LockIsolated(0)
        let endless = endless("One.")
        $0.speechClient.transcribe = { request in
          begun.withValue { $0 += 1 }
          return begun.value > 2 ? scripted(request) : endless(request)
        }
        $0.transcriptionWidth = 2
      }
      store.exhaustivity = .off
      await store.send(.task)
      for _ in 1...2 { await store.receive { $0.hasProgressed } }
      await store.skipReceivedActions(strict: false)
      #expect(store.state.running == [id(1): 0.2, id(2): 0.2])
      #expect(store.state.queue.count(.running) == 2 && store.state.queue.count(.queued) == 1)
      for item in store.state.queue.items where item.job.state == .running {
        #expect(store.state.progress(of: item) == 0.2)
      }

      let place = try #require(store.state.queue.items.index(id: id(2)))
      await store.send(.set(\.list, ListState(selection: place)))
      await store.send(.cancelButtonTapped)
      await store.receive(\.delegate.transcriptFinished, id(3))
      #expect(Set(store.state.running.keys) == [id(1)], "it goes on")
      #expect(try await database.states() == [1: .running, 3: .done])
      #expect(try await database.text(2) == "Old words.")

      await store.send(.set(\.list, ListState(selection: 0)))
      #expect(store.state.selected?.id == id(1))
      await store.send(.cancelButtonTapped)
      await store.receive(\.cancelResponse.success)
      await store.skipReceivedActions(strict: false)
      #expect(store.state.running.isEmpty)
      #expect(try await database.states() == [3: .done])
      await store.send(.stopRequested)
      await store.finish()
    }
  }

  @Test("A memo transcribed again while running restarts, and the other continues")
  func replaced() async throws {
    let database = library(job(1), job(2))
    try await withMainSerialExecutor { () async throws in
      let begun = LockIsolated<[Duration]>([])
      let store = makeStore(database) {
        let endless = endless("One.")
        $0.speechClient.transcribe = { request in
          begun.withValue { $0.append(request.startingAt) }
          return endless(request)
        }
        $0.transcriptionWidth = 2
      }
      store.exhaustivity = .off
      await store.send(.task)
      for _ in 1...2 { await store.receive { $0.hasProgressed } }
      await store.skipReceivedActions(strict: false)
      await store.send(
        .editedTextsResponse(.success([]), .init([id(1)], from: .settings, checkedAt: now)))
      await store.receive(\.enqueueResponse.success)
      await store.receive { $0.hasBegun }
      await store.skipReceivedActions(strict: false)
      #expect(begun.value == [.zero, .zero, .zero])
      #expect(Set(store.state.running.keys) == [id(1), id(2)])
      #expect(store.state.running[id(2)] == 0.2)
      await store.send(.stopRequested)
      await store.finish()
    }
  }
}
