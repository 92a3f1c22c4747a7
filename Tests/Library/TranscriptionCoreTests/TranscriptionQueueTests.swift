import AudioFileClient
import ConcurrencyExtras
import DatabaseClient
import Dependencies
import DependenciesTestSupport
import Foundation
import LibraryFolder
import SharedModels
import SharedSettings
import SpeechClient
import Testing
import TranscriptionCore

struct TranscriptionQueueTests {
  private let library: TestLibrary

  init() throws {
    library = try TestLibrary()
  }

  @Test("Every memo that waits gets its transcript, the oldest job first")
  func order() async throws {
    for number in 1...3 { try await library.addMemo(number) }
    let events = try await library.run(.scripted(saying: "Good morning. All is well."))
    #expect(events.begun == [1, 2, 3].map(TestLibrary.id))
    #expect(
      events.filter { if case .finished = $0 { true } else { false } }
        == (1...3).map { .finished(TestLibrary.id($0), wordCount: 5) })
    for number in 1...3 {
      let transcription = try await library.transcription(number)
      #expect(transcription?.text == "Good morning. All is well.")
      #expect(transcription?.engine == TranscriptionEngine(name: "scripted", version: "1"))
      #expect(transcription?.model == "script" && transcription?.language == "en")
      #expect(transcription?.createdAt == TestLibrary.now)
    }
    #expect(try await library.states() == [.done, .done, .done])
  }

  @Test("The library's languages and the locale's are likely")
  func likelyLanguages() async throws {
    try await library.addMemo(1)
    try await library.addMemo(2)
    let likely = LockIsolated<[[String]]>([])
    var speech = SpeechClient.scripted(saying: "Yes.")
    let transcribe = speech.transcribe
    speech.transcribe = { request in
      likely.withValue { $0.append(request.likelyLanguages) }
      return transcribe(request)
    }
    try await library.run(speech) { $0.localeLanguage = "de" }
    #expect(likely.value == [["de"], ["en", "de"]])
  }

  @Test("Only the requested memos are transcribed")
  func among() async throws {
    for number in 1...3 { try await library.addMemo(number) }
    let events = try await library.run(.scripted(saying: "Yes."), among: [TestLibrary.id(2)])
    #expect(events.begun == [TestLibrary.id(2)])
    #expect(try await library.states() == [.queued, .done, .queued])
  }

  @Test("The number of concurrent jobs does not exceed the width", arguments: [1, 2, 3])
  func width(_ width: Int) async throws {
    for number in 1...6 { try await library.addMemo(number) }
    let crowd = Crowd(size: width)
    var speech = SpeechClient.scripted(saying: "Yes.")
    let transcribe = speech.transcribe
    speech.transcribe = { request in
      AsyncThrowingStream { continuation in
        let task = Task {
          await crowd.enter()
          do {
            for try await event in transcribe(request) { continuation.yield(event) }
            await crowd.leave()
            continuation.finish()
          } catch {
            continuation.finish(throwing: error)
          }
        }
        continuation.onTermination = { _ in task.cancel() }
      }
    }
    try await library.run(speech, width: width)
    #expect(try await library.states() == Array(repeating: .done, count: 6))
    #expect(await crowd.largest == width)
  }

  @Test("A job resumes after its stored segments")
  func resume() async throws {
    try await library.addMemo(1)
    let job = try #require(try await library.database.jobs.claim(among: nil))
    let kept = Segment(words: [Word(text: "Before.", start: .zero, end: .seconds(2))])
    try await library.database.jobs.append(
      segments: [kept], to: job.id, checkpoint: nil, progress: 0.2)
    try await library.database.jobs.end(id: job.id, outcome: .interrupted)
    let starts = LockIsolated<[Duration]>([])
    let contexts = LockIsolated<[String?]>([])
    let decodeStarts = LockIsolated<[Duration]>([])
    var speech = SpeechClient.scripted(saying: "After.")
    let transcribe = speech.transcribe
    speech.transcribe = { request in
      starts.withValue { $0.append(request.startingAt) }
      contexts.withValue { $0.append(request.precedingText) }
      _ = request.audio.samples(from: request.startingAt)
      return transcribe(request)
    }
    try await library.run(speech) {
      $0.audioFile.decode = { _, start in
        decodeStarts.withValue { $0.append(start) }
        return AudioSamples(chunks: [])
      }
    }
    #expect(starts.value == [.seconds(2)] && decodeStarts.value == [.seconds(2)])
    #expect(contexts.value == ["Before."])
    let segments = try await library.transcription(1)?.segments
    #expect(segments?.map(\.text) == ["Before.", "After."])
    #expect(segments?.last?.start == .seconds(2))
  }

  @Test("A memo that cannot be decoded fails with a fix, and no engine starts")
  func unsupportedFormat() async throws {
    try await library.addMemo(1)
    let requests = LockIsolated(0)
    var speech = SpeechClient.scripted(saying: "Yes.")
    let transcribe = speech.transcribe
    speech.transcribe = { request in
      requests.withValue { $0 += 1 }
      return transcribe(request)
    }
    try await library.run(speech) {
      $0.audioFile.probe = { url in
        throw AudioFileError.unsupported(path: url.path, format: "m4a", hint: "install ffmpeg")
      }
    }
    #expect(requests.value == 0)
    #expect(
      try await library.states()
        == [.failed(reason: "cannot read the audio of this memo (m4a): install ffmpeg")])
  }

  @Test("Canceling returns jobs with their progress and without using an attempt")
  func cancellation() async throws {
    try await library.addMemo(1)
    try await library.addMemo(2)
    let segment = Segment(words: [Word(text: "Heard.", start: .zero, end: .seconds(1))])
    let heard = AsyncStream.makeStream(of: Void.self)
    var speech = SpeechClient.scripted([])
    speech.transcribe = { _ in
      AsyncThrowingStream { continuation in
        continuation.yield(.segment(segment))
      }
    }
    let library = library
    let run = Task { [speech] in
      try await library.run(
        speech,
        onEvent: { event in
          if case .progressed = event { heard.continuation.yield() }
        })
    }
    for await _ in heard.stream { break }
    run.cancel()
    await #expect(throws: CancellationError.self) { _ = try await run.value }
    #expect(try await library.states() == [.queued, .queued])
    let job = try #require(try await library.database.jobs.claim(among: [TestLibrary.id(1)]))
    #expect(job.transcribedUntil == .seconds(1))
    #expect(job.attempts == 1)
  }

  @Test("A failure is stored with its memo, and the others continue")
  func failure() async throws {
    try await library.addMemo(1)
    try await library.addMemo(2)
    let failure = SpeechClient.Failure.weights(message: "no weights", hint: "fetch them")
    let first = LockIsolated(true)
    var speech = SpeechClient.scripted(saying: "Yes.")
    let (good, bad) = (speech.transcribe, SpeechClient.scripted([], thenFailing: failure))
    speech.transcribe = { request in
      first.withValue { first in
        defer { first = false }
        return first
      } ? bad.transcribe(request) : good(request)
    }
    let events = try await library.run(speech)
    let reason = "no weights; fetch them"
    #expect(events.contains(.failed(TestLibrary.id(1), reason: reason)))
    #expect(try await library.states() == [.failed(reason: reason), .done])
    #expect(try await library.database.jobs.list().map(\.reason) == [reason])
  }

  @Test("An engine that stops before the end fails the job, whatever it returned")
  func stopsEarly() async throws {
    try await library.addMemo(1)
    try await library.run(.scripted([.segment(Transcription.mock.segments[0])]))
    let reason = "the speech engine stopped before the end"
    #expect(try await library.states() == [.failed(reason: reason)])
    #expect(try await library.transcription(1) == nil)
  }

  @Test("A memo without its audio fails, and the reason has no path")
  func soundGone() async throws {
    try await library.addMemo(1)
    let events = try await library.run(.scripted(saying: "Yes.")) {
      $0.audioFile.probe = { throw AudioFileError.missing(path: $0.path) }
    }
    guard case .failed(_, let reason)? = events.last
    else {
      Issue.record("\(events)")
      return
    }
    #expect(reason == "the audio of this memo is missing")
  }

  @Test(
    "A failing audio store ends the run and requeues the job without failing it",
    arguments: [false, true])
  func storeFails(isFound: Bool) async throws {
    try await library.addMemo(1)
    let error = AudioFileError.store(path: "1.wav", reason: "s3://memos/ is unavailable")
    await #expect(throws: error) {
      try await library.run(.scripted(saying: "Yes.")) {
        if !isFound { $0.audioFile.probe = { _ in throw error } }
        $0.speechClient.transcribe = { _ in AsyncThrowingStream { throw error } }
      }
    }
    #expect(try await library.database.jobs.list().map(\.state) == [.queued])
  }

  @Test("A failing database ends the run and requeues the job without failing it")
  func databaseFails() async throws {
    try await library.addMemo(1)
    let error = DatabaseError.diskFull(path: "/db")
    await #expect(throws: error) {
      try await library.run(.scripted(saying: "Yes.")) {
        $0.database.jobs.append = { _, _, _, _ in throw error }
      }
    }
    #expect(try await library.database.jobs.list().map(\.state) == [.queued])
  }
}

struct LostEngineTests {
  private let library: TestLibrary

  init() throws {
    library = try TestLibrary()
  }

  /// An engine that is lost so many times, each time after one more sentence.
  private func losing(_ count: Int, starting: Bool = true) -> (SpeechClient, LockIsolated<Int>) {
    let starts = LockIsolated(0)
    let sentence: @Sendable (Int, Duration) -> Segment = { attempt, start in
      let text = ["One.", "Two.", "Three."][min(attempt, 2)]
      return Segment(words: [Word(text: text, start: start, end: start + .seconds(1))])
    }
    var speech = SpeechClient.scripted([])
    speech.transcribe = { request in
      let attempt = starts.withValue { starts in
        defer { starts += 1 }
        return starts
      }
      return AsyncThrowingStream { continuation in
        if starting {
          continuation.yield(
            .started(SpeechEngineInfo(engine: TranscriptionEngine(name: "e"), model: "m")))
          continuation.yield(
            .segment(sentence(attempt, request.startingAt)))
        }
        if attempt < count {
          continuation.finish(throwing: SpeechClient.Failure.engine(message: "lost"))
        } else {
          continuation.yield(.finished(TranscriptionSummary()))
          continuation.finish()
        }
      }
    }
    return (speech, starts)
  }

  @Test("A lost engine restarts after the stored segments", arguments: [1, 2])
  func goesOn(losses: Int) async throws {
    try await library.addMemo(1)
    let (speech, starts) = losing(losses)
    let events = try await library.run(speech)
    #expect(starts.value == losses + 1)
    #expect(events.last == .finished(TestLibrary.id(1), wordCount: losses + 1))
    let text = ["One.", "Two.", "Three."].prefix(losses + 1).joined(separator: " ")
    #expect(try await library.transcription(1)?.text == text)
  }

  @Test("An engine that is lost each time is given up")
  func givesUp() async throws {
    try await library.addMemo(1)
    let (speech, starts) = losing(.max)
    try await library.run(speech)
    #expect(starts.value == TranscriptionQueue.engineLimit)
    #expect(try await library.states() == [.failed(reason: "lost")])
  }

  @Test("Engines that the client itself has replaced are counted")
  func replacedByClient() async throws {
    try await library.addMemo(1)
    let requests = LockIsolated(0)
    let started = TranscriptionEvent.started(
      SpeechEngineInfo(engine: TranscriptionEngine(name: "e"), model: "m"))
    let losing = SpeechClient.scripted(
      Array(repeating: started, count: TranscriptionQueue.engineLimit),
      thenFailing: .engine(message: "lost"))
    var speech = losing
    speech.transcribe = { request in
      requests.withValue { $0 += 1 }
      return losing.transcribe(request)
    }
    try await library.run(speech)
    #expect(requests.value == 1)
    #expect(try await library.states() == [.failed(reason: "lost")])
  }

  @Test("An engine that never begins is not tried again")
  func neverBegins() async throws {
    try await library.addMemo(1)
    let (speech, starts) = losing(.max, starting: false)
    try await library.run(speech)
    #expect(starts.value == 1)
    #expect(try await library.states() == [.failed(reason: "lost")])
  }

  @Test("A job that was begun often, by processes that died, is begun again")
  func attempts() async throws {
    try await library.addMemo(1, attempts: 50)
    try await library.run(.scripted(saying: "Yes."))
    #expect(try await library.states() == [.done])
  }
}

/// Blocks callers until there are that many, and counts them.
private actor Crowd {
  private let size: Int
  private var inside = 0
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private(set) var largest = 0

  init(size: Int) {
    self.size = size
  }

  func enter() async {
    inside += 1
    largest = max(largest, inside)
    if largest < size {
      await withCheckedContinuation { waiting.append($0) }
    } else {
      waiting.forEach { $0.resume() }
      waiting = []
    }
  }

  func leave() {
    inside -= 1
  }
}
