import AudioFileClient
import ConcurrencyExtras
import DatabaseClient
import Dependencies
import Foundation
import LibraryFolder
import SharedModels
import SpeechClient
import Testing
import TranscriptionCore

/// The transcriber for many libraries.
struct ClaimedTranscriptionsTests {
  private typealias Event = ClaimedTranscriptions.Event

  /// Two libraries, and the queue of their jobs.
  private struct Place {
    let libraries: [String: TestLibrary]
    let queue: JobQueueClient

    init() throws {
      libraries = ["a": try TestLibrary(), "b": try TestLibrary()]
      queue = LibrariesClient.inMemory(libraries.mapValues(\.database)).queue
    }

    subscript(name: String) -> TestLibrary {
      get throws { try #require(libraries[name]) }
    }

    /// Works until an event after which it is to be stopped, and returns all.
    func run(
      _ speech: SpeechClient, width: Int = 1, queue: JobQueueClient? = nil,
      update: @Sendable (inout DependencyValues) -> Void = { _ in },
      problem: @escaping @Sendable (String) -> Void = { Issue.record("\($0)") },
      until isLast: @escaping @Sendable (Event) -> Bool
    ) async throws -> [Event] {
      let clock = try self["a"].clock
      let (told, continuation) = AsyncStream<Event>.makeStream()
      let work = withDependencies {
        $0.audioFile = .simulated()
        $0.continuousClock = clock
        $0.date.now = TestLibrary.now
        $0.speechClient = speech
        update(&$0)
      } operation: {
        Task { [libraries, queue = queue ?? self.queue] in
          try await ClaimedTranscriptions(of: queue) { claim in
            guard let library = libraries[claim.library]
            else { throw DatabaseError.notFound(library: claim.library) }
            return (library.database, library.folder)
          }.run(width: width) {
            continuation.yield($0)
          } problem: {
            problem($0)
          }
        }
      }
      var events: [Event] = []
      for await event in told {
        events.append(event)
        if isLast(event) { break }
      }
      work.cancel()
      await #expect(throws: CancellationError.self) { try await work.value }
      return events
    }
  }

  private static func isEnd(_ event: Event) -> Bool {
    if case .finished = event.event { true } else { false }
  }

  /// Advances the time, including for work that only begins to wait.
  private static func pass(on clock: TestClock<Duration>) async {
    for _ in 1...100 { await clock.advance(by: .seconds(5)) }
  }

  private static func isEndOrFailure(_ event: Event) -> Bool {
    if case .failed = event.event { true } else { isEnd(event) }
  }

  @Test("Each library has its turn, and each memo its transcript in its own library")
  func turns() async throws {
    let place = try Place()
    for number in 1...2 {
      try await place["a"].addMemo(number)
      try await place["b"].addMemo(number)
    }
    let count = LockIsolated(0)
    let events = try await place.run(.scripted(saying: "Good morning.")) { event in
      Self.isEnd(event)
        && count.withValue {
          $0 += 1; return $0 == 4
        }
    }
    #expect(events.filter(Self.isEnd).map(\.library) == ["a", "b", "a", "b"])
    for name in ["a", "b"] {
      #expect(try await place[name].states() == [.done, .done])
      #expect(try await place[name].transcription(2)?.text == "Good morning.")
    }
  }

  @Test("A memo added later is transcribed without another request")
  func news() async throws {
    let place = try Place()
    try await place["a"].addMemo(1)
    let other = try place["b"]
    let events = try await place.run(.scripted(saying: "Yes.")) { event in
      guard Self.isEnd(event), event.library == "a"
      else { return Self.isEnd(event) }
      Task { try await other.addMemo(1) }
      return false
    }
    #expect(events.filter(Self.isEnd).map(\.library) == ["a", "b"])
  }

  @Test("Stopping returns running jobs to the queue, and another transcriber resumes them")
  func stopped() async throws {
    let place = try Place()
    try await place["a"].addMemo(1)
    // Canceling a task ends its request at once.
    var queue = place.queue
    queue.end = { [end = queue.end] proof, outcome in
      try Task.checkCancellation()
      try await end(proof, outcome)
    }
    let heard = Segment(words: [Word(text: "Begun.", start: .zero, end: .seconds(1))])
    var speech = SpeechClient.scripted([])
    speech.transcribe = { _ in
      AsyncThrowingStream { stream in
        // Nothing more comes before it is stopped.
        stream.yield(
          .started(SpeechEngineInfo(engine: TranscriptionEngine(name: "e"), model: "m")))
        stream.yield(.segment(heard))
      }
    }
    _ = try await place.run(speech, queue: queue) { event in
      if case .progressed = event.event { true } else { false }
    }
    let jobs = try await place["a"].database.jobs.list()
    #expect(jobs.map(\.state) == [.queued] && jobs.map(\.attempts) == [0])
    let kept = try await place["a"].database.jobs.keptSegments(
      of: try #require(jobs.first).id, after: 0)
    #expect(kept.map(\.text) == ["Begun."])
  }

  @Test("A stop request claims nothing more and finishes running jobs")
  func drained() async throws {
    // One after another: what asks to stop is over before the next is claimed.
    try await withMainSerialExecutor {
      let place = try Place()
      let library = try place["a"]
      try await library.addMemo(1)
      try await library.addMemo(2)
      let (stops, stop) = AsyncStream<Never>.makeStream()
      var speech = SpeechClient.scripted(saying: "Good morning.")
      speech.transcribe = { [transcribe = speech.transcribe] request in
        stop.finish()
        return transcribe(request)
      }
      let drains = LockIsolated(0)
      try await withDependencies {
        $0.audioFile = .simulated()
        $0.continuousClock = library.clock
        $0.date.now = TestLibrary.now
        $0.speechClient = speech
      } operation: {
        try await ClaimedTranscriptions(of: place.queue) { _ in
          (library.database, library.folder)
        }.run(width: 1) {
          for await _ in stops {}
          drains.withValue { $0 += 1 }
        } report: { _ in
        } problem: {
          Issue.record("\($0)")
        }
      }
      #expect(drains.value == 1)
      #expect(try await library.states() == [.done, .queued])
      #expect(try await library.transcription(1)?.text == "Good morning.")
    }
  }

  @Test("If the queue is never reachable, the transcriber exits with an error")
  func refused() async throws {
    struct Refused: Error {}
    let place = try Place()
    var queue = place.queue
    queue.claim = { _ in throw Refused() }
    await #expect(throws: Refused.self) {
      try await ClaimedTranscriptions(of: queue) { _ in throw Refused() }
        .run(width: 1) { _ in
        } problem: {
          Issue.record("\($0)")
        }
    }
  }

  @Test(
    "A failing audio store or a full disk is reported, and the job is retried",
    arguments: [
      AudioFileError.store(path: "1.wav", reason: "s3://memos/ is unavailable"),
      .noSpace(path: "/home/fetched/1.wav"),
    ])
  func storeFails(_ error: AudioFileError) async throws {
    let place = try Place()
    try await place["a"].addMemo(1)
    let clock = try place["a"].clock
    let tries = LockIsolated(0)
    let problems = LockIsolated<[String]>([])
    let events = try await place.run(
      .scripted(saying: "Yes."),
      update: {
        let probe = $0.audioFile.probe
        $0.audioFile.probe = { url in
          let isFirst = tries.withValue {
            $0 += 1; return $0 == 1
          }
          if isFirst { throw error }
          return try await probe(url)
        }
      },
      problem: { problem in
        problems.withValue { $0.append(problem) }
        Task { await Self.pass(on: clock) }
      }, until: Self.isEndOrFailure)
    #expect(problems.value == [error.description])
    #expect(Self.isEnd(try #require(events.last)))
    #expect(try await place["a"].states() == [.done])
  }

  @Test(
    "An engine that fails to start is reported and retried, without failing the job",
    arguments: [
      SpeechClient.Failure.engine(message: "the speech engine is not set up", hint: "do that"),
      .weights(message: "the default model is missing"),
    ])
  func engineDoesNotBegin(_ failure: SpeechClient.Failure) async throws {
    let place = try Place()
    try await place["a"].addMemo(1)
    let clock = try place["a"].clock
    let problems = LockIsolated<[String]>([])
    let states = LockIsolated<[TranscriptionJob.State]>([])
    var speech = SpeechClient.scripted(saying: "Yes.")
    let (good, bad) = (speech.transcribe, SpeechClient.scripted([], thenFailing: failure))
    speech.transcribe = { request in
      problems.value.isEmpty ? bad.transcribe(request) : good(request)
    }
    let events = try await place.run(
      speech,
      problem: { [a = try place["a"].database] problem in
        problems.withValue { $0.append(problem) }
        Task {
          for job in try await a.jobs.list() { states.withValue { $0.append(job.state) } }
          await Self.pass(on: clock)
        }
      }, until: Self.isEndOrFailure)
    #expect(problems.value == [failure.description])
    #expect(states.value == [.queued], "others can do it meanwhile")
    #expect(Self.isEnd(try #require(events.last)))
  }

  @Test("A job for which no engine starts while others succeed fails eventually")
  func engineRefusesOne() async throws {
    try await withMainSerialExecutor {
      let place = try Place()
      let library = try place["a"]
      for number in 1...2 { try await library.addMemo(number) }
      let clock = library.clock
      let failure = SpeechClient.Failure.engine(message: "the speech server failed with status 500")
      let tries = LockIsolated(0)
      var speech = SpeechClient.scripted(saying: "Yes.")
      let (good, bad) = (speech.transcribe, SpeechClient.scripted([], thenFailing: failure))
      speech.transcribe = { request in
        guard request.precedingText == nil
        else { return good(request) }
        tries.withValue { $0 += 1 }
        return bad.transcribe(request)
      }
      // The second one resumes after the stored part, which identifies it.
      let job = try #require(try await library.database.jobs.claim(among: [TestLibrary.id(2)]))
      let kept = Segment(words: [Word(text: "Before.", start: .zero, end: .seconds(2))])
      try await library.database.jobs.append(
        segments: [kept], to: job.id, checkpoint: nil, progress: 0.2)
      try await library.database.jobs.end(id: job.id, outcome: .interrupted)
      let events = try await place.run(
        speech,
        problem: { _ in Task { await clock.advance(by: .seconds(400)) } },
        until: { if case .failed = $0.event { true } else { false } })
      #expect(
        events.last?.event == .failed(TestLibrary.id(1), reason: failure.description))
      #expect(tries.value > 2)
      #expect(try await library.states() == [.failed(reason: failure.description), .done])
    }
  }

  @Test("A job whose audio is unavailable is skipped for increasing periods, and others continue")
  func passedOver() async throws {
    try await withMainSerialExecutor {
      let place = try Place()
      for number in 1...2 { try await place["a"].addMemo(number) }
      let clock = try place["a"].clock
      let tries = LockIsolated(0)
      let events = try await place.run(
        .scripted(saying: "Yes."),
        update: {
          let probe = $0.audioFile.probe
          $0.audioFile.probe = { url in
            let isLost =
              url.lastPathComponent == "1.wav"
              && tries.withValue {
                $0 += 1; return $0 < 4
              }
            if isLost { throw AudioFileError.store(path: "1.wav", reason: "no server gives it") }
            return try await probe(url)
          }
        },
        problem: { _ in Task { await clock.advance(by: .seconds(5)) } },
        until: { event in
          if Self.isEnd(event) { Task { await clock.advance(by: .seconds(60)) } }
          return event.event == .finished(TestLibrary.id(1), wordCount: 1)
        })
      #expect(
        events.filter(Self.isEnd).map(\.event)
          == [2, 1].map { .finished(TestLibrary.id($0), wordCount: 1) })
    }
  }

  @Test("A job over which several transcribers died fails with that reason")
  func attempts() async throws {
    let place = try Place()
    try await place["a"].addMemo(1, attempts: 10)
    try await place["a"].addMemo(2, attempts: 9)
    // A job with half an hour of stored segments has made progress.
    try await place["b"].addMemo(3, attempts: 20, transcribedUntil: .seconds(1_800))
    let ended = LockIsolated(0)
    let events = try await place.run(.scripted(saying: "Yes.")) { event in
      Self.isEnd(event)
        && ended.withValue {
          $0 += 1; return $0 == 2
        }
    }
    #expect(
      events.filter(Self.isEnd).map(\.event)
        == [3, 2].map { .finished(TestLibrary.id($0), wordCount: 1) })
    let reason = try #require(try await place["a"].database.jobs.list().first?.reason)
    #expect(reason.hasPrefix("it was started 10 times"))
    #expect(try await place["a"].states() == [.failed(reason: reason), .done])
  }

  @Test("An unreachable database is reported and retried after a pause")
  func databaseFails() async throws {
    let place = try Place()
    try await place["b"].addMemo(1)
    let clock = try place["a"].clock
    let tries = LockIsolated(0)
    let problems = LockIsolated<[String]>([])
    let error = DatabaseError.busy(path: "memos")
    var queue = place.queue
    queue.claim = { [claim = queue.claim] jobs in
      let isFirst = tries.withValue {
        $0 += 1; return $0 == 1
      }
      if isFirst { throw error }
      return try await claim(jobs)
    }
    _ = try await place.run(
      .scripted(saying: "Yes."), queue: queue,
      problem: { problem in
        problems.withValue { $0.append(problem) }
        Task { await Self.pass(on: clock) }
      }, until: Self.isEnd)
    #expect(problems.value == [error.description])
  }
}
