import ConcurrencyExtras
import Foundation
import SharedModels
import SpeechClient
import SpeechClientLive
import Testing

@Suite("The speech engine's process", .serialized)
struct EngineTests {
  let fake: FakeEngine

  init() throws {
    fake = try FakeEngine()
  }

  @Test("A recording's events arrive in order, the summary last")
  func events() async throws {
    let (events, failure) = await fake.client("good").events()
    #expect(failure == nil)
    let engine = TranscriptionEngine(name: "fake", version: "1.5")
    try #require(events.count == 7)
    #expect(events[0] == .started(SpeechEngineInfo(engine: engine, model: "tiny")))
    #expect(events[1] == .language("en", probability: 0.75))
    #expect(
      events[2]
        == .segment(
          Segment(
            start: .zero, end: .milliseconds(1500), text: "one two",
            words: [
              Word(text: "one", start: .zero, end: .milliseconds(500), confidence: 0.9),
              Word(text: "two", start: .seconds(1), end: .milliseconds(1500), confidence: 0.9),
            ])))
    #expect(events[3] == .progress(0.5))
    #expect(events[5] == .progress(1))
    #expect(
      events[6]
        == .finished(
          TranscriptionSummary(
            engine: engine, language: "en", model: "tiny", repairs: 2)))
  }

  @Test("One process serves one request after the other")
  func warm() async {
    let client = fake.client("tells process")
    let first = await client.events().events.text
    let second = await client.events().events.text
    #expect(first == second)
    #expect(Int(first) != nil)
    #expect(fake.startCount == 1)
    #expect(client.engineStartCount() == 1)
  }

  @Test("Each process that starts is counted, also one that dies, but none that cannot be run")
  func startCount() async {
    let dying = fake.client("dies at start")
    #expect(dying.engineStartCount() == 0)
    _ = await dying.events()
    #expect(dying.engineStartCount() == fake.startCount && fake.startCount > 0)
    var settings = fake.settings("good")
    settings.environment["SPEECHMEMO_HELPER"] = "/nowhere/engine"
    let missing = SpeechClient.live(settings)
    _ = await missing.events()
    #expect(missing.engineStartCount() == 0)
  }

  @Test(
    "Requests at the same time have a process each, up to the number allowed", arguments: [1, 2])
  func queue(processCount: Int) async {
    var settings = fake.settings("tells process")
    settings.processCount = processCount
    let client = SpeechClient.live(settings)
    let texts = await withTaskGroup(of: String.self) { group in
      for _ in 0..<5 { group.addTask { await client.events().events.text } }
      return await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect((1...processCount).contains(texts.count))
    #expect(fake.startCount == texts.count)
  }

  @Test("The request is encoded for the protocol")
  func wire() async throws {
    let request = TranscriptionRequest(
      audio: .second, duration: .seconds(60), model: "/a b/ü\n/base", precedingText: "before",
      settings: TranscriptionSettings(
        beamSize: 3, language: "de", vocabulary: "Marta, Pier 9", voiceFilter: .off),
      startingAt: .milliseconds(1500))
    var text = ""
    for try await event in fake.client("tells request").transcribe(request) {
      for segment in event.segments { text = segment.text }
    }
    let told = try JSONDecoder().decode(Told.self, from: Data(text.utf8))
    #expect(
      told
        == Told(
          beam_size: 3, id: "1", language: "de", model: "/a b/ü\n/base", op: "transcribe",
          prompt: "before", seconds: 60, start: 1.5,
          vocabulary: ["Marta", "Pier 9"], voice_filter: false))
  }

  private struct Told: Decodable, Equatable {
    var beam_size: Int
    var id: String
    var language: String
    var model: String
    var op: String
    var prompt: String
    var seconds: Double
    var start: Double
    var vocabulary: [String]
    var voice_filter: Bool
  }

  @Test("Times never decrease, whatever the engine sends")
  func times() async {
    let (events, _) = await fake.client("goes back in time").events()
    for segment in events.flatMap(\.segments) {
      #expect(segment.words.map(\.start) == [.seconds(5), .seconds(5)])
      #expect(segment.words.map(\.end) == [.seconds(5), .seconds(5)])
    }
    #expect(events.text == "b a")
  }

  @Test(
    "An engine's failure has its hint",
    arguments: [
      ("unreadable audio", SpeechClient.Failure.audio(message: "not audio", hint: "try wav")),
      ("broken weights", .weights(message: "cut short")),
      ("says why", .engine(message: "its parts do not fit", hint: "make it again")),
    ])
  func failures(part: String, expected: SpeechClient.Failure) async {
    let (events, failure) = await fake.client(part).events()
    #expect(events.isEmpty)
    #expect(failure as? SpeechClient.Failure == expected)
  }

  @Test(
    "A process that violates the protocol is stopped, and the failure describes it",
    arguments: [
      ("dies at start", "failed to start: ModuleNotFoundError: no engine here (exit code 3)", 1),
      ("version 1", "it speaks version 1 of the protocol", 1),
      ("greets wrongly", "its first message was 'hello' instead of 'ready'", 1),
      ("garbage", "it sent an invalid message: this is no JSON", 3),
      ("half an event", #"it sent an invalid message: {"event": "segment""#, 3),
      ("half a line", "the speech engine stopped unexpectedly: exit code 0", 3),
      ("huge line", "it sent a line that is too long for a message", 3),
      ("dies always", "the speech engine stopped unexpectedly: killed by signal 9", 3),
    ])
  func broken(part: String, message: String, starts: Int) async throws {
    let (_, failure) = await fake.client(part).events()
    let engine = try #require(failure as? SpeechClient.Failure)
    #expect(engine.message.contains(message))
    #expect(engine.isWorthRetrying)
    #expect(fake.startCount == starts)
  }

  @Test("A process that does not get ready is stopped, with a hint for its origin")
  func mute() async {
    var settings = fake.settings("mute")
    settings.startTimeout = .milliseconds(1)
    let (_, failure) = await SpeechClient.live(settings).events()
    #expect(
      failure as? SpeechClient.Failure
        == .engine(
          message: "the speech engine failed to start: it was not ready within 0.001 seconds",
          hint: "correct SPEECHMEMO_HELPER, or unset it to use the default engine"))
  }

  @Test("A process that is silent for too long is ended")
  func silent() async {
    var settings = fake.settings("hangs")
    settings.silenceTimeout = .milliseconds(1)
    settings.restartLimit = 0
    let (_, failure) = await SpeechClient.live(settings).events()
    #expect(
      (failure as? SpeechClient.Failure)?.message
        == "the speech engine stopped unexpectedly: it did not respond for 0.001 seconds")
  }

  @Test(
    "A dead process is replaced and resumes after the last segment",
    arguments: ["dies in the middle", "dies at the end", "is killed at start"])
  func restart(part: String) async {
    let (events, failure) = await fake.client(part).events()
    #expect(failure == nil)
    #expect(events.text.hasPrefix("one two three four"))
    #expect(events.isFinished)
    #expect(fake.startCount == 2)
    var fractions: [Double] = []
    for case .progress(let fraction) in events { fractions.append(fraction) }
    #expect(fractions == fractions.sorted())
  }

  @Test("A replacement receives audio from the last segment's end")
  func restartedSound() async throws {
    let starts = LockIsolated<[Duration]>([])
    let audio = SpeechAudio.recording { start in
      starts.withValue { $0.append(start) }
      return SpeechAudio.second.samples(from: start)
    }
    let (events, failure) = await fake.client("dies in the middle").events(audio)
    #expect(failure == nil)
    #expect(events.isFinished)
    #expect(starts.value == [.zero, .milliseconds(1500)])
    #expect(events.count { if case .started = $0 { true } else { false } } == 2)
  }

  @Test("A process that died while it was idle is replaced")
  func idleDeath() async throws {
    let client = fake.client("tells process")
    let first = try #require(await Int32(client.events().events.text))
    #expect(kill(first, SIGKILL) == 0)
    let second = try #require(await Int32(client.events().events.text))
    #expect(first != second)
  }

  @Test("A canceled request ends, and a cooperative process stays")
  func cancel() async {
    var settings = fake.settings("waits")
    settings.cancelGrace = .seconds(600)
    // The second request waits for the process of the first, however slowly that lets go.
    settings.processCount = 1
    let client = SpeechClient.live(settings)
    for _ in 0..<2 {
      let task = Task { await client.firstEvents(2) }
      #expect(await task.value.count == 2)
    }
    #expect(fake.startCount == 1)
  }

  @Test("A process that ignores cancellation is killed, and the next request succeeds")
  func cancelHanging() async {
    var settings = fake.settings("hangs")
    settings.cancelGrace = .zero
    let client = SpeechClient.live(settings)
    let task = Task { await client.events() }
    while fake.startCount == 0 { try? await Task.sleep(for: .milliseconds(2)) }
    task.cancel()
    let (events, _) = await task.value
    #expect(!events.isFinished)
  }

  @Test("Processes and files are closed with their client", .timeLimit(.minutes(10)))
  func leaks() async {
    func descriptors() -> Int {
      (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd"))?.count ?? -1
    }
    _ = await fake.client("good").events()
    var pids: [Int32] = []
    let before = descriptors()
    for _ in 0..<10 {
      pids += [await Int32(fake.client("tells process").events().events.text) ?? -1]
      _ = await fake.client("dies at start").events()
    }
    // Other threads close the ends: wait for the last of them.
    while pids.contains(where: { kill($0, 0) == 0 }) || descriptors() > before {
      try? await Task.sleep(for: .milliseconds(2))
    }
    #expect(descriptors() <= before)
    #expect(!pids.contains(-1))
  }
}

extension SpeechClient {
  /// Some events, after which the request is given up.
  fileprivate func firstEvents(_ count: Int) async -> [TranscriptionEvent] {
    var events: [TranscriptionEvent] = []
    do {
      let request = TranscriptionRequest(audio: .second)
      for try await event in transcribe(request) {
        events.append(event)
        if events.count == count { break }
      }
    } catch {
      Issue.record(error)
    }
    return events
  }
}
