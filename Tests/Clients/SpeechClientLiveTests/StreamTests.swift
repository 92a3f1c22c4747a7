import Foundation
import SharedModels
import SpeechClient
import SpeechClientLive
import Testing

@Suite("Samples for the speech engine", .serialized)
struct StreamTests {
  let fake: FakeEngine

  init() throws {
    fake = try FakeEngine()
  }

  @Test("All samples arrive, at most as many at a time as the engine requests")
  func stream() async {
    let pieces =
      [[Float]](repeating: [0.5, -0.25, .nan] + [Float](repeating: 0, count: 997), count: 50)
      + [[2, -2]]
    let (events, failure) = await fake.client("stream").events(.samples(pieces.asSequence))
    #expect(failure == nil)
    #expect(events.text == "50002 1.0 -1.0")
  }

  @Test("No samples at all end well")
  func empty() async {
    let (events, failure) = await fake.client("stream").events(.samples([[Float]]().asSequence))
    #expect(failure == nil)
    #expect(events.text == "0 -2.0 2.0")
  }

  @Test("An error of the samples is rethrown, and the process stays")
  func error() async {
    struct Broken: Error, Equatable {}
    let client = fake.client("tells process")
    let first = await client.events().events.text
    let samples = AsyncThrowingStream<[Float], any Error> { throw Broken() }
    let waiting = fake.client("stream")
    let (events, failure) = await waiting.events(.samples(samples))
    #expect(failure is Broken)
    #expect(!events.isFinished)
    #expect(await client.events().events.text == first)
  }

  @Test("Consumed samples cannot be replayed: losing the process is an error")
  func loss() async throws {
    let samples = [[Float](repeating: 0, count: 16000)].asSequence
    let (_, failure) = await fake.client("dies in a stream").events(.samples(samples))
    let loss = try #require(failure as? SpeechClient.Failure)
    #expect(loss.message == "the speech engine stopped unexpectedly: killed by signal 9")
    #expect(loss.isWorthRetrying)
    #expect(fake.startCount == 1)
  }

  @Test("SP-04 live speech yields partial results and a final one")
  func live() async throws {
    let client = fake.client("stream")
    let (samples, input) = AsyncStream.makeStream(of: [Float].self)
    input.yield([Float](repeating: 0, count: 3200))
    var results: [SpeechRecognitionResult] = []
    let request = TranscriptionRequest(audio: .samples(samples))
    for try await result in await client.startTask(request) {
      results.append(result)
      if !result.isFinal { await client.finishTask() }
    }
    #expect(results.first?.bestTranscription.formattedString == "so far")
    #expect(results.first?.settledWordCount == 1)
    #expect(results.first?.isFinal == false)
    #expect(results.last?.isFinal == true)
    #expect(results.filter(\.isFinal).count == 1)
    input.finish()
  }

  @Test(
    "Live text survives its killed engine: settled text stays, the rest is recognized again",
    arguments: [
      // Five were killed, each after a quarter of a second was settled. The last had all that follows.
      ("dies in live text", 32_000 - 5 * 4_000),
      // The last had the settled words too.
      ("dies in live text, takes known words", 32_000),
    ])
  func liveLoss(part: String, count: Int) async throws {
    let pieces = Array(repeating: [Float](repeating: 0, count: 8_000), count: 4)
    let client = fake.client(part)
    var results: [SpeechRecognitionResult] = []
    for try await result in await client.startTask(
      TranscriptionRequest(audio: .samples(pieces.asSequence)))
    {
      results.append(result)
    }
    #expect(fake.startCount == 6)
    let last = try #require(results.last)
    #expect(last.isFinal)
    #expect(last.bestTranscription.formattedString == "so so so so so \(count) 0.0 0.0")
    let starts = last.bestTranscription.words.map(\.start)
    #expect(Array(starts.prefix(6)) == (0...5).map { .milliseconds(250 * $0) })
    // Text shown as settled never changes.
    var settled: [Word] = []
    for result in results.dropLast() {
      let words = Array(result.bestTranscription.words)
      #expect(words.prefix(settled.count).elementsEqual(settled))
      settled = Array(words.prefix(result.settledWordCount))
    }
  }

  @Test("After silence, another engine receives the last minute and the language")
  func silentLoss() async throws {
    let second = [Float](repeating: 0, count: SpeechAudio.sampleRate)
    let client = fake.client("dies in silence")
    var last: SpeechRecognitionResult?
    for try await result in await client.startTask(
      TranscriptionRequest(audio: .samples(Array(repeating: second, count: 300).asSequence)))
    {
      last = result
    }
    // Each of five engines processes 100 seconds, of which the next repeats 60: 40 s, 80 s, and so
    // on. The losses are not counted together, although no word was settled.
    #expect(fake.startCount == 6)
    let transcription = try #require(last).bestTranscription
    #expect(transcription.formattedString == "\((300 - 5 * 40) * SpeechAudio.sampleRate) en")
    #expect(transcription.words.first?.start == .seconds(200))
  }

  @Test("An engine that keeps dying before any progress ends live text with the reason")
  func liveLossEachTime() async throws {
    let samples = [[Float](repeating: 0, count: 16_000)].asSequence
    let client = fake.client("never settles")
    await #expect(throws: SpeechClient.Failure.self) {
      for try await _ in await client.startTask(
        TranscriptionRequest(audio: .samples(samples)))
      {}
    }
    #expect(fake.startCount == 3)
  }

  @Test("Models are downloaded by name, and failures have a reason")
  func prepare() async throws {
    let client = fake.client("good")
    try await client.prepareModel(name: "large")
    await #expect(throws: SpeechClient.Failure.self) {
      try await client.prepareModel(name: "nowhere")
    }
  }

  @Test("Models are added and removed by name, and failures have a reason")
  func addAndRemove() async throws {
    let client = fake.client("good")
    try await client.addModel(model: "large")
    try await client.removeModel(name: "large")
    await #expect(throws: SpeechClient.Failure.self) {
      try await client.addModel(model: "nowhere")
    }
    await #expect(throws: SpeechClient.Failure.self) {
      try await client.removeModel(name: "nowhere")
    }
  }

  @Test("SP-01 the authorization reflects the engine's state")
  func status() async {
    let good = fake.client("good")
    #expect(good.authorizationStatus() == .notDetermined)
    #expect(await good.requestAuthorization() == .authorized)
    #expect(good.authorizationStatus() == .authorized)
    let status = await good.engineStatus()
    #expect(status.engine == TranscriptionEngine(name: "fake", version: "1.5"))
    #expect(status.model == "tiny")
    #expect(status.modelLocation == "/weights")
    #expect(
      status.models == [
        SpeechModel(name: "tiny", folder: "/weights"),
        SpeechModel(name: "small", folder: "/cache/small"), SpeechModel(name: "large"),
      ])
    #expect(status.failure == nil)

    let broken = await fake.client("broken weights").engineStatus()
    #expect(broken.authorization == .restricted)
    #expect(broken.failure == .weights(message: "cut short"))

    let nowhere = fake.folder.appending(path: "nowhere").path(percentEncoded: false)
    let settings = EngineSettings(environment: ["SPEECHMEMO_ENGINE": nowhere])
    let denied = await SpeechClient.live(settings).engineStatus()
    #expect(denied.authorization == .denied)
    #expect(
      denied.failure
        == .engine(
          message:
            "the speech engine is not set up in \(nowhere), which SPEECHMEMO_ENGINE names",
          hint: "run 'speechmemo setup-engine' to set it up"))
  }
}

extension [[Float]] {
  var asSequence: AsyncStream<[Float]> {
    AsyncStream { continuation in
      forEach { continuation.yield($0) }
      continuation.finish()
    }
  }
}
