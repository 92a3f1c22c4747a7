import ConcurrencyExtras
import DatabaseClient
import Foundation
import SharedModels
import SpeechClient
import Testing
import TranscriptionCore

/// Keeping a job claimed while the engine is silent.
struct HeartbeatTests {
  private let library: TestLibrary

  init() throws {
    library = try TestLibrary()
  }

  /// An engine that recognizes nothing until triggered.
  private struct SilentEngine: Sendable {
    let speech: SpeechClient
    /// Gets an element when the engine begins, and ends when it was stopped.
    let begun: AsyncStream<Void>
    private let voice:
      LockIsolated<AsyncThrowingStream<TranscriptionEvent, any Error>.Continuation?>

    init() {
      let voice = LockIsolated<AsyncThrowingStream<TranscriptionEvent, any Error>.Continuation?>(
        nil)
      let (begun, continuation) = AsyncStream<Void>.makeStream()
      var speech = SpeechClient.scripted([])
      speech.transcribe = { _ in
        AsyncThrowingStream { stream in
          stream.onTermination = { _ in continuation.finish() }
          voice.setValue(stream)
          continuation.yield()
        }
      }
      (self.speech, self.begun, self.voice) = (speech, begun, voice)
    }

    func say(_ text: String) {
      let word = Word(text: text, start: .zero, end: .seconds(1))
      voice.value?.yield(.segment(Segment(words: [word])))
      voice.value?.yield(
        .finished(TranscriptionSummary(engine: TranscriptionEngine(name: "e", version: "1"))))
      voice.value?.finish()
    }
  }

  @Test("A job stays claimed while its engine is silent for minutes")
  func silence() async throws {
    try await library.addMemo(1)
    let engine = SilentEngine()
    try await withMainSerialExecutor {
      async let events = library.run(engine.speech)
      for await _ in engine.begun { break }
      for _ in 1...20 {
        await library.wait(.seconds(9))
        let claimed = try await library.otherDatabase.jobs.claim(among: nil)
        #expect(claimed == nil)
      }
      engine.say("Yes.")
      let last = try await events.last
      #expect(last == .finished(TestLibrary.id(1), wordCount: 1))
    }
    #expect(try await library.transcription(1)?.text == "Yes.")
    await #expect(throws: Never.self) { try await library.clock.checkSuspension() }
  }

  @Test(
    "A transcriber that lost its job stops the engine at the next heartbeat")
  func loss() async throws {
    try await library.addMemo(1)
    let engine = SilentEngine()
    let other = library.otherDatabase
    try await withMainSerialExecutor {
      async let events = library.run(engine.speech)
      for await _ in engine.begun { break }
      await library.wait(.seconds(40), isAsleep: true)
      let job = try #require(try await other.jobs.claim(among: nil))
      await library.wait(TranscriptionQueue.heartbeat)
      for await _ in engine.begun {}
      let told = try await events
      #expect(told == [.began(TestLibrary.id(1))])
      let states = try await other.jobs.list().map(\.state)
      #expect(states == [.running])
      try await other.jobs.end(id: job.id, outcome: .interrupted)
    }
    #expect(try await library.states() == [.queued])
  }

  @Test("A failed heartbeat is retried, and the work continues")
  func busy() async throws {
    try await library.addMemo(1)
    let engine = SilentEngine()
    let failures = LockIsolated(0)
    try await withMainSerialExecutor {
      async let events = library.run(engine.speech) { [database = library.database] in
        $0.database.jobs.renew = { id in
          guard
            failures.withValue({
              $0 += 1; return $0
            }) > 2
          else { throw DatabaseError.busy(path: "/library") }
          try await database.jobs.renew(id: id)
        }
      }
      for await _ in engine.begun { break }
      await library.wait(.seconds(59))
      #expect(failures.value == 5)
      engine.say("Yes.")
      let last = try await events.last
      #expect(last == .finished(TestLibrary.id(1), wordCount: 1))
    }
  }

  @Test("Canceling ends the heartbeat, and puts the job back")
  func cancellation() async throws {
    try await library.addMemo(1)
    let engine = SilentEngine()
    let library = library
    await withMainSerialExecutor {
      let run = Task { try await library.run(engine.speech) }
      for await _ in engine.begun { break }
      await library.wait(.seconds(15))
      run.cancel()
      await #expect(throws: CancellationError.self) { _ = try await run.value }
    }
    #expect(try await library.otherDatabase.jobs.claim(among: nil)?.attempts == 1)
    await #expect(throws: Never.self) { try await library.clock.checkSuspension() }
  }

  @Test("A job that ends during a heartbeat stays ended")
  func ending() async throws {
    try await library.addMemo(1)
    let engine = SilentEngine()
    let database = library.database
    let clock = library.clock
    try await withMainSerialExecutor {
      async let events = library.run(engine.speech) {
        $0.database.jobs.end = { id, outcome in
          try await database.jobs.end(id: id, outcome: outcome)
          // The heartbeat comes after the lease expired, before this returns.
          await clock.advance(by: TranscriptionQueue.heartbeat)
          try Task.checkCancellation()
        }
      }
      for await _ in engine.begun { break }
      engine.say("Yes.")
      let last = try await events.last
      #expect(last == .finished(TestLibrary.id(1), wordCount: 1))
    }
  }
}
