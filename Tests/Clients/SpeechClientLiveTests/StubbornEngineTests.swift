import ConcurrencyExtras
import Foundation
import SharedModels
import SpeechClient
import Testing

@testable import SpeechClientLive

@Suite("Engines that misbehave", .serialized)
struct StubbornEngineTests {
  let fake: FakeEngine

  init() throws {
    fake = try FakeEngine()
  }

  @Test("A silent engine with a request is stopped")
  func silent() async {
    var settings = fake.settings("takes sound and hangs")
    settings.silenceTimeout = .milliseconds(1)
    settings.restartLimit = 0
    let (_, failure) = await SpeechClient.live(settings).events()
    let message = (failure as? SpeechClient.Failure)?.message ?? ""
    #expect(message.hasPrefix("the speech engine stopped unexpectedly: it did not respond for "))
  }

  @Test("An engine that repeats the same progress is stopped", .timeLimit(.minutes(10)))
  func repetition() async {
    var settings = fake.settings("repeats itself")
    settings.silenceTimeout = .milliseconds(500)
    settings.restartLimit = 0
    let (_, failure) = await SpeechClient.live(settings).events()
    #expect(
      (failure as? SpeechClient.Failure)?.message
        == "the speech engine stopped unexpectedly: it repeated itself for 0.5 seconds")
  }

  @Test("An event shows progress if its time is later, within the audio, or the first of its kind")
  func progress() async {
    let segment = Segment(start: .zero, end: .seconds(2), text: "one")
    let events: [(EngineEvent, Bool)] = [
      (.unknown, true), (.unknown, true), (.started(model: "a"), true),
      (.started(model: "a"), false), (.unknown, false),
      (.want(.seconds(4)), true), (.want(.seconds(4)), false), (.want(.seconds(3)), false),
      (.language("en", probability: 1), true), (.language("de", probability: 1), false),
      (.progress(0.25, .seconds(1)), true), (.progress(0.5, .seconds(1)), false),
      (.progress(0.5, .seconds(2)), true), (.segment(segment), true), (.segment(segment), false),
      (.checkpoint(.seconds(1), state: "1"), true), (.checkpoint(.seconds(1), state: "2"), false),
      (.partial(segment, settledWordCount: 0, received: .seconds(3)), true),
      (.partial(segment, settledWordCount: 1, received: .seconds(3)), false),
      (.progress(1, .seconds(4)), true), (.progress(1, .seconds(5)), false),
    ]
    _ = try? await withCheckedThrowingContinuation {
      (continuation: CheckedContinuation<EngineSummary, any Error>) in
      var work = Engine.Work(
        id: "1", handle: { _, _ in }, continuation: continuation, hasEnded: false, start: .zero)
      work.sentCount = 4 * SpeechAudio.sampleRate
      for (event, expected) in events {
        let advances = work.advances(by: event)
        #expect(advances == expected, "\(event)")
      }
      #expect(work.reached == .seconds(4))
      work.hasEnded = true
      let advances = work.advances(by: .want(.seconds(100)))
      #expect(!advances)
      continuation.resume(throwing: CancellationError())
    }
  }

  @Test("An engine may be silent for 90 seconds, and longer with more audio")
  func patience() {
    let settings = EngineSettings()
    #expect(settings.silenceTimeout(withSound: .zero) == .seconds(90))
    #expect(settings.silenceTimeout(withSound: .seconds(-1)) == .seconds(90))
    #expect(settings.silenceTimeout(withSound: .seconds(600)) == .seconds(1290))
  }

  @Test("Processes started by an engine end with it", .timeLimit(.minutes(10)))
  func helper() async throws {
    let helper = try #require(await Int32(fake.client("has a helper").events().events.text))
    while isRunning(helper) { try? await Task.sleep(for: .milliseconds(2)) }
  }

  /// A process that has ended may wait to be collected.
  private func isRunning(_ pid: Int32) -> Bool {
    let status = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)
    return status.map { !$0.contains(") Z ") } ?? false
  }

  @Test("Times are clamped to the audio, and control characters are removed")
  func wild() async throws {
    let (events, failure) = await fake.client("wild").events(duration: .seconds(4))
    #expect(failure == nil)
    let segments = events.flatMap(\.segments)
    #expect(
      segments == [
        Segment(
          start: .zero, end: .seconds(4), text: "one[2J two",
          words: [
            Word(text: "one[2J", start: .zero, end: .seconds(4), confidence: 1),
            Word(text: "two", start: .seconds(4), end: .seconds(4), confidence: 1),
          ])
      ])
    guard case .finished(let summary)? = events.last
    else {
      Issue.record("it did not finish")
      return
    }
    #expect(summary.language == "en")
  }

  @Test(
    "A language is a code or unset",
    arguments: [
      ("en", true), ("pt-BR", true), ("zh-Hant-TW", true), ("", false), ("-", false),
      ("e\u{1b}[31mn", false), ("\u{202e}en", false), ("english language", false),
      (String(repeating: "abcd-", count: 20) + "a", false),
    ])
  func language(text: String, isCode: Bool) {
    #expect((languageCode(text) != nil) == isCode)
  }

  @Test("An engine with implausibly long output is stopped at once")
  func endless() async {
    let (events, failure) = await fake.client("never ends").events(duration: .seconds(4))
    #expect(
      failure as? SpeechClient.Failure
        == .engine(
          message: "the speech engine returned more text than fits in 4 seconds of speech",
          hint: "its text so far is unreliable; check the engine, or use another one"))
    #expect(events.count < 1200)
    #expect(fake.startCount == 1)
  }

  @Test("The producer stays close to the consumer")
  func handover() async throws {
    let given = LockIsolated(0)
    let stream = boundedStream { give in
      for number in 0..<1000 {
        await give(number)
        given.withValue { $0 += 1 }
      }
    }
    var taken: [Int] = []
    for try await number in stream {
      #expect(given.value <= taken.count + 64)
      taken.append(number)
    }
    #expect(taken == Array(0..<1000))
  }

  @Test("The producer ends when its consumer stops or is canceled")
  func abandoned() async throws {
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    @Sendable func endless() -> AsyncThrowingStream<Int, any Error> {
      boundedStream { give in
        defer { end.yield() }
        while !Task.isCancelled { await give(1) }
      }
    }
    var ended = ends.makeAsyncIterator()
    for try await _ in endless() { break }
    await ended.next()
    let task = Task {
      var count = 0
      for try await _ in endless() { count += 1 }
      return count
    }
    task.cancel()
    _ = try await task.value
    await ended.next()
  }

  @Test("A failure follows the elements before it")
  func failure() async {
    struct Broken: Error {}
    var taken: [Int] = []
    await #expect(throws: Broken.self) {
      for try await number in boundedStream({ give in
        await give(1)
        throw Broken()
      }) { taken.append(number) }
    }
    #expect(taken == [1])
  }

  @Test("Any number of lines arrive in order")
  func lines() async throws {
    let queue = LineQueue()
    let line = Data(repeating: 1, count: LineQueue.byteLimit / 4)
    let thread = Thread {
      for _ in 0..<40 { queue.add(line) }
      queue.finish()
    }
    thread.start()
    var count = 0
    while let lines = await queue.next() {
      #expect((1...5).contains(lines.count))
      count += lines.count
    }
    #expect(count == 40)
  }
}
