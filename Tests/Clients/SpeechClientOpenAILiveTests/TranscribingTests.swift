import Clocks
import Foundation
import SharedModels
import SpeechClient
import TestWebServer
import Testing

@testable import SpeechClientOpenAILive

@Suite("A recording that a server transcribes", .timeLimit(.minutes(10)))
struct TranscribingTests {
  private static let text = #"{"text":"one two three","segments":[],"language":"en"}"#

  /// Speech of a minute and a bit, with a pause in each half minute's end.
  private let long = sound(70, loudIn: 0..<27, 28..<55, 56..<70)

  @Test("A request has all options, and its events arrive in order")
  func request() async throws {
    let server = try WebServer(answering: .status(200, text: try answer("openai-verbose.json")))
    let (events, failure) = await server.client().events {
      $0.precedingText = "What was said before."
      $0.settings = TranscriptionSettings(language: "en", vocabulary: "Marta, Pier 9")
    }
    #expect(failure == nil)
    let request = try #require(server.requests.first)
    #expect(request.line == "POST /v1/audio/transcriptions HTTP/1.1")
    #expect(request.headers["authorization"] == "Bearer secret-key")
    #expect(
      request.form == [
        "model=whisper-1", "response_format=verbose_json", "timestamp_granularities[]=word",
        "timestamp_granularities[]=segment", "language=en",
        "prompt=Marta, Pier 9. What was said before.",
      ])
    #expect(request.soundLength == 8.47)
    let engine = TranscriptionEngine(name: String(server.origin.dropFirst(7)))
    try #require(events.count == 5)
    #expect(events[0] == .started(SpeechEngineInfo(engine: engine, model: "whisper-1")))
    #expect(events[1] == .language("en", probability: 1))
    #expect(events.words.count == 15)
    #expect(events[3] == .progress(1))
    guard case .finished(let summary) = events[4]
    else {
      Issue.record("it does not end")
      return
    }
    #expect(summary.engine == engine)
    #expect(summary.model == "whisper-1")
    #expect(summary.language == "en")
  }

  @Test("Without a key none is sent, and without a model the server's default is used")
  func defaults() async throws {
    let server = try WebServer(
      answering: .status(
        200,
        text: #"{"data":[{"id":"gpt-5"},{"id":"gpt-4o-transcribe"},{"id":"my-whisper"},{"no":1}]}"#),
      .status(200, text: Self.text), .status(200, text: Self.text))
    let client = server.client(key: nil)
    for _ in 0..<2 {
      #expect(await client.events { $0.model = nil }.events.text == "one two three")
    }
    #expect(
      server.requests.map(\.line).map { $0.split(separator: " ")[1] } == [
        "/v1/models", "/v1/audio/transcriptions", "/v1/audio/transcriptions",
      ])
    #expect(server.requests[1].headers["authorization"] == nil)
    #expect(server.requests[1].form.first == "model=my-whisper")
  }

  @Test("A server without a model list gets the common default name")
  func noList() async throws {
    let server = try WebServer(
      answering: .status(404, text: "Not Found"), .status(200, text: Self.text))
    _ = await server.client().events { $0.model = nil }
    #expect(server.requests.last?.form.first == "model=whisper-1")
  }

  @Test(
    "A response format that is not supported falls back to another one",
    arguments: [
      (
        #"{"error":{"message":"response_format 'verbose_json' is not compatible with model 'x'"}}"#,
        ["response_format=json"]
      ),
      (#"{"detail":[{"loc":["body","response_format"],"msg":"wrong"}]}"#, ["response_format=json"]),
      (
        #"{"error":"unknown field timestamp_granularities[]"}"#, ["response_format=verbose_json"]
      ),
    ])
  func forms(problem: String, form: [String]) async throws {
    let server = try WebServer(
      answering: .status(400, text: problem), .status(200, text: Self.text),
      .status(200, text: Self.text))
    let client = server.client()
    for _ in 0..<2 {
      #expect(await client.events { $0.model = "x" }.events.text == "one two three")
    }
    // The result is kept for the next time.
    #expect(server.requests.count == 3)
    for request in server.requests[1...] {
      #expect(request.form.filter { !$0.hasPrefix("model") } == form)
    }
  }

  @Test("Text-only models are requested as such, in short chunks")
  func pieces() async throws {
    let server = try WebServer(
      answering: .status(200, text: #"{"text":"One two."}"#),
      .status(200, text: #"{"text":"Three four."}"#), .status(200, text: #"{"text":"Five."}"#))
    let (events, failure) = await server.client().events(long) { $0.model = "gpt-4o-transcribe" }
    #expect(failure == nil)
    #expect(server.requests.map(\.soundLength) == [27.25, 28, 14.75])
    #expect(
      server.requests.map(\.form) == [
        ["model=gpt-4o-transcribe", "response_format=json"],
        ["model=gpt-4o-transcribe", "response_format=json", "prompt=One two."],
        ["model=gpt-4o-transcribe", "response_format=json", "prompt=One two. Three four."],
      ])
    #expect(events.text == "One two. Three four. Five.")
    let starts = events.segments.map(\.start)
    #expect(starts == [.zero, .seconds(28), .seconds(56)])
    #expect(
      events.checkpoints.map(\.start) == [
        .milliseconds(27_250), .milliseconds(55_250), .seconds(70),
      ])
    var fractions: [Double] = []
    for case .progress(let fraction) in events { fractions.append(fraction) }
    #expect(fractions == [27.25 / 70, 55.25 / 70, 1])
  }

  @Test("An interrupted transcription resumes at the unfinished chunk with the same text")
  func resuming() async throws {
    func text(_ number: Int) -> WebServer.Answer {
      .status(200, text: #"{"text":"Number \#(number)."}"#)
    }
    let first = try WebServer(answering: text(1), text(2), .status(400, text: "{}"))
    let (events, failure) = await first.client().events(long) { $0.model = "gpt-4o-transcribe" }
    #expect(failure != nil)
    #expect(events.text == "Number 1. Number 2.")
    let checkpoint = try #require(events.checkpoints.last)
    // The same server continues: its name is in the checkpoint.
    let second = try WebServer(answering: text(3))
    var kept = checkpoint
    kept.maker = kept.maker.replacing(first.origin.dropFirst(7), with: second.origin.dropFirst(7))
    let (rest, none) = await second.client().events(long) { [kept] in
      $0.model = "gpt-4o-transcribe"
      $0.checkpoint = kept
      $0.startingAt = events.segments.last?.end ?? .zero
    }
    #expect(none == nil)
    #expect(second.requests.count == 1)
    #expect(second.requests.first?.soundLength == 14.75)
    #expect(second.requests.first?.form.last == "prompt=Number 1. Number 2.")
    #expect(rest.text == "Number 3.")
    #expect(rest.segments.first?.start == .seconds(56))
    // Another server or model transcribes everything without stored segments.
    let other = try WebServer(answering: text(3))
    _ = await other.client().events(long) {
      $0.model = "gpt-4o-transcribe"
      $0.checkpoint = checkpoint
      $0.startingAt = .seconds(50)
      $0.precedingText = "Before."
    }
    #expect(other.requests.first?.soundLength == 20)
    #expect(other.requests.first?.form.last == "prompt=Before.")
  }

  @Test("A server with a size limit receives smaller chunks without losing text")
  func tooLarge() async throws {
    let server = try WebServer(
      answering: .status(413, text: "<html>too large</html>"), .status(200, text: Self.text),
      .status(200, text: Self.text), .status(200, text: Self.text))
    let (events, failure) = await server.client().events(sound(20, loudIn: 0..<9, 9.5..<20))
    #expect(failure == nil)
    #expect(server.requests.map(\.soundLength) == [20, 9.25, 8.25, 2.5])
    #expect(events.text == "one two three one two three one two three")
    #expect(events.isFinished)
  }

  @Test("A server that accepts no size is reported")
  func takesNothing() async throws {
    let server = try WebServer(answering: .status(413), .status(413))
    let failure = await server.client().failure()
    #expect(failure?.message.contains("rejects even a few seconds of audio") == true)
    #expect(server.requests.count == 2)
  }

  @Test("Silence is never sent")
  func silence() async throws {
    let server = try WebServer()
    let (events, failure) = await server.client().events([Float](repeating: 0, count: 80_000))
    #expect(failure == nil)
    #expect(events.isFinished)
    #expect(events.segments.isEmpty)
    #expect(server.requests.isEmpty)
  }

  @Test("Short audio is padded with silence")
  func short() async throws {
    let server = try WebServer(answering: .status(200, text: Self.text))
    let (events, _) = await server.client().events(sound(0.2, loudIn: 0..<0.2))
    #expect(server.requests.first?.soundLength == 1)
    #expect(events.words.allSatisfy { $0.end <= .milliseconds(200) })
  }

  @Test("A server ignores a model folder")
  func folder() async throws {
    let server = try WebServer()
    let (_, failure) = await server.client().events { $0.model = "/models/mine" }
    #expect("\(try #require(failure))".contains("'speechmemo settings model default'"))
    #expect(server.requests.isEmpty)
  }

  @Test("A canceled request ends at once with its connection")
  func cancelling() async throws {
    let server = try WebServer(answering: .hold)
    let client = server.client()
    let task = Task { await client.events() }
    // On a separate thread, so that no thread of tasks is blocked.
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        _ = server.requests(waitingFor: 1)
        continuation.resume()
      }
    }
    task.cancel()
    let (events, _) = await task.value
    #expect(events.isEmpty)
    #expect(server.requests.count == 1)
  }

  // MARK: - Trying again

  @Test("Busy, failing and dropped requests are retried after the requested pause")
  func retrying() async throws {
    let server = try WebServer(
      answering: .status(503), .close, .status(429, headers: ["Retry-After: 7"]),
      .status(200, text: Self.text))
    let clock = ImmediateClock()
    let start = clock.now
    let (events, failure) = await server.client(clock: clock).events()
    #expect(failure == nil)
    #expect(events.text == "one two three")
    #expect(start.duration(to: clock.now) == .seconds(1 + 2 + 7))
    #expect(Set(server.requests.map(\.bytes.count)).count == 1)
  }

  @Test(
    "Requests are not retried if that is useless or too late",
    arguments: [
      (
        429, #"{"error":{"message":"no credit left","code":"insufficient_quota"}}"#, [],
        "accepts no more requests for now: no credit left"
      ),
      (
        429, "{}", ["Retry-After: 3600"],
        "accepts no more requests for now, and asks to wait 3,600 seconds"
      ),
      (400, #"{"error":{"message":"it is wrong"}}"#, [], "rejected the request: it is wrong"),
      (501, "{}", [], "failed with status 501"),
    ])
  func givingUp(status: Int, text: String, headers: [String], message: String) async throws {
    let server = try WebServer(answering: .status(status, text: text, headers: headers))
    let failure = await server.client().failure()
    #expect(failure?.message.contains(message) == true, "\(failure?.message ?? "none")")
    #expect(server.requests.count == 1)
  }

  @Test("A server that keeps failing is eventually given up")
  func exhausted() async throws {
    let server = try WebServer(
      answering: .status(500), .status(502), .status(503),
      .status(500, text: try answer("page.html")))
    let failure = await server.client().failure()
    #expect(failure?.message.hasSuffix("failed with status 500") == true)
    #expect(failure?.hint == "run 'speechmemo retry' to try again")
    #expect(failure?.isWorthRetrying == true)
    #expect(server.requests.count == 4)
  }
}
