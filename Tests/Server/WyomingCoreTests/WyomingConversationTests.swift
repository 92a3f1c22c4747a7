import AudioFileClientLive
import Clocks
import ConcurrencyExtras
import Dependencies
import Foundation
import SharedModels
import SharedSettings
import Sharing
import SpeechClient
import Testing
import WyomingCore
import WyomingProtocol

struct WyomingConversationTests {
  private func with<Value: Sendable>(
    _ speech: SpeechClient = .scripted(saying: "Turn on the light. Then go."),
    clock: any Clock<Duration> = ContinuousClock(), _ operation: @Sendable () async throws -> Value
  ) async throws -> Value {
    try await withDependencies {
      $0.audioFile = .liveValue
      $0.continuousClock = clock
      $0.speechClient = speech
      $0.uuid = UUIDGenerator { UUID() }
    } operation: {
      try await operation()
    }
  }

  /// Audio with one channel, 16 bits, and 16 kHz.
  private static func sound(_ byteCount: Int = 32_000, rate: Int = 16_000) -> [WyomingEvent] {
    let format: [String: WyomingValue] = [
      "rate": .number(Double(rate)), "width": 2, "channels": 1,
    ]
    return [
      WyomingEvent("audio-start", format),
      WyomingEvent("audio-chunk", format, payload: [UInt8](repeating: 0, count: byteCount)),
      WyomingEvent("audio-stop"),
    ]
  }

  @Test("A client gets the models and sees that the service is ready")
  func info() async throws {
    let answers = try await with {
      try await SimulatedClient.talk(
        [
          WyomingEvent("ping", ["text": "there?"]), WyomingEvent("unheard-of"),
          WyomingEvent("describe"),
        ], until: nil)
    }
    #expect(answers.first == .pong(text: "there?"))
    let languages = Setting.languageCodes.filter { $0 != "auto" }
    #expect(
      answers.dropFirst() == [
        .info(
          WyomingProgram(
            name: "speechmemo", description: "Speech to text on this machine", version: "1",
            models: [
              .init(name: "script", maker: "scripted", version: "1", languages: languages)
            ]))
      ])
  }

  @Test("A missing engine is reported as not installed, and checked again")
  func notSetUp() async throws {
    var speech = SpeechClient.lorem()
    let count = LockIsolated(0)
    speech.engineStatus = {
      count.withValue { $0 += 1 }
      return SpeechEngineStatus(
        model: "tiny.en", failure: count.value == 1 ? .engine(message: "none") : nil)
    }
    let answers = try await with(speech) {
      try await SimulatedClient.talk(
        [WyomingEvent("describe"), WyomingEvent("describe"), WyomingEvent("describe")], until: nil)
    }
    func program(_ models: [WyomingProgram.Model]) -> WyomingEvent {
      .info(
        WyomingProgram(
          name: "speechmemo", description: "Speech to text on this machine", version: nil,
          models: models))
    }
    let model = WyomingProgram.Model(name: "tiny.en", maker: "", version: nil, languages: ["en"])
    #expect(answers == [program([]), program([model]), program([model])])
    #expect(count.value == 2, "what is well is asked once")
  }

  @Test("Audio arrives, and its transcript is sent in parts and completely, repeatedly")
  func transcript() async throws {
    let events = [WyomingEvent("transcribe", ["language": "en"])] + Self.sound()
    let answers = try await with {
      try await SimulatedClient.talk(events + Self.sound(), until: "transcript-stop", count: 2)
    }
    let once: [WyomingEvent] = [
      .transcriptStart(language: "en"), .transcriptChunk("Turn on the light."),
      .transcriptChunk(" Then go."), .transcript("Turn on the light. Then go.", language: "en"),
      .transcriptStop,
    ]
    #expect(answers == once + once)
  }

  @Test("A connection is busy from its first audio until its transcript is sent")
  func busy() async throws {
    let events = [WyomingEvent("describe")] + Self.sound() + Self.sound()
    let client = SimulatedClient(
      try events.map { try $0.encoded() }, until: "transcript-stop", count: 2)
    try await with { try await client.talk() }
    let log = client.log.value.filter { ["busy", "idle", "info", "transcript-stop"].contains($0) }
    #expect(
      log.prefix(6) == ["info", "busy", "transcript-stop", "idle", "busy", "transcript-stop"])
  }

  @Test("Without audio there is no speech, and the engine is not used")
  func nothing() async throws {
    var speech = SpeechClient.testValue
    speech.engineStatus = { SpeechEngineStatus() }
    let answers = try await with(speech) {
      try await SimulatedClient.talk(Self.sound(1), until: "transcript-stop")
    }
    #expect(
      answers == [
        .transcriptStart(language: nil), .transcript("", language: nil), .transcriptStop,
      ])
  }

  @Test("Client options reach the engine; the settings provide the rest")
  func request() async throws {
    let requests = LockIsolated<[TranscriptionRequest]>([])
    var speech = SpeechClient.scripted(saying: "Yes.")
    let transcribe = speech.transcribe
    speech.transcribe = { request in
      requests.withValue { $0.append(request) }
      return transcribe(request)
    }
    speech.engineStatus = {
      SpeechEngineStatus(
        model: "tiny.en",
        models: [
          SpeechModel(name: "tiny.en", folder: "/t"), SpeechModel(name: "base", folder: "/b"),
          SpeechModel(name: "large"),
        ])
    }
    _ = try await with(speech) {
      @Shared(.settings) var settings
      $settings.withLock {
        $0.language = "de"
        $0.model = "/models/own"
        $0.vocabulary = ["pier"]
      }
      let asked: [String: WyomingValue] = [
        "language": "en-US", "name": "base", "transcript_names": .array(["Zoë"]),
      ]
      return try await SimulatedClient.talk(
        [WyomingEvent("transcribe", asked)] + Self.sound() + Self.sound(16_000)
          + [WyomingEvent("transcribe", ["name": "own"])] + Self.sound(),
        until: "transcript-stop", count: 3)
    }
    #expect(requests.value.map(\.model) == ["base", "/models/own", "/models/own"])
    #expect(requests.value.map(\.settings.language) == ["en", "de", "de"])
    #expect(requests.value.map(\.settings.vocabulary) == ["pier, Zoë", "pier", "pier"])
    #expect(requests.value.map(\.duration) == [.seconds(1), .milliseconds(500), .seconds(1)])
  }

  @Test("A model that is not here, or a folder, cannot be had")
  func unknownModel() async throws {
    let answers = try await with {
      try await SimulatedClient.talk(
        [WyomingEvent("transcribe", ["name": "/etc"])] + Self.sound(),
        failing: WyomingProblem.unknownModel("/etc"))
    }
    #expect(answers == [.error(WyomingProblem.unknownModel("/etc").description)])
  }

  @Test(
    "An error is sent and ends the connection",
    arguments: [
      ([WyomingEvent("audio-stop")], WyomingProblem.noAudio),
      (sound().dropLast() + sound(rate: 8_000).dropFirst(), .changedFormat),
      (sound(32_001), .audioTooLong), (sound().dropLast() + sound(1).dropFirst(), .audioTooLong),
    ])
  func wrong(events: [WyomingEvent], problem: WyomingProblem) async throws {
    var limits = WyomingLimits()
    limits.seconds = 1
    let answers = try await with { [limits] in
      try await SimulatedClient.talk(events, failing: problem, limits: limits)
    }
    #expect(answers == [.error(problem.description)])
  }

  @Test("An idle client gets an error and is disconnected")
  func silence() async throws {
    let answers = try await with(clock: ImmediateClock()) {
      try await SimulatedClient.talk([], failing: WyomingProblem.timedOut)
    }
    #expect(answers == [.error(WyomingProblem.timedOut.description)])
  }

  @Test("A client that sends a byte now and then, and never an event, is let go as well")
  func slow() async throws {
    let clock = TestClock()
    let readCount = LockIsolated(0)
    try await with(clock: clock) {
      let conversation = WyomingConversation(
        WyomingModels(),
        read: {
          readCount.withValue { $0 += 1 }
          guard readCount.value < 6
          else { return try await Task.never() }
          await clock.advance(by: .seconds(100))
          return Array("{".utf8)[...]
        }, write: { _ in })
      await #expect(throws: WyomingProblem.timedOut) { try await conversation.run() }
    }
  }

  @Test("A client that does not read is disconnected")
  func deaf() async throws {
    let clock = TestClock()
    let ping = try WyomingEvent("ping", ["text": "x"]).encoded()
    let rest = LockIsolated<ArraySlice<UInt8>?>(ping[...])
    try await with(clock: clock) {
      try await WyomingConversation(
        WyomingModels(),
        read: {
          rest.withValue { rest in
            defer { rest = nil }
            return rest
          }
        },
        write: { _ in
          while !Task.isCancelled {
            await clock.advance(by: .seconds(300))
            await Task.yield()
          }
          throw CancellationError()
        }
      ).run()
    }
  }

  @Test("Bytes that are not an event end the connection")
  func nonsense() async throws {
    let client = SimulatedClient([Array("GET / HTTP/1.1\r\n\r\n".utf8)], until: nil)
    _ = try await with {
      await #expect(throws: WyomingError.notAnEvent) { try await client.talk() }
    }
  }

  @Test("The engine is checked before the first client connects")
  func prepared() async throws {
    let (isAsked, asked) = AsyncStream<Void>.makeStream()
    var speech = SpeechClient.lorem()
    speech.engineStatus = {
      asked.yield()
      return SpeechEngineStatus()
    }
    try await with(speech) {
      await WyomingModels().prepare()
      for await _ in isAsked { break }
    }
  }

  @Test("An engine failure is reported, with the reason only to local clients")
  func engineFails() async throws {
    let answers = try await with(.scripted(saying: "Turn on. Then go.", failingAfterWords: 2)) {
      try await SimulatedClient.talk(Self.sound(), failing: SpeechClient.Failure.taskError)
    }
    #expect(
      answers == [
        .transcriptStart(language: "en"), .transcriptChunk("Turn on."),
        .error("the audio could not be transcribed: check the server's log"),
      ])
  }

  @Test("Disconnecting stops the engine; later input waits")
  func gone() async throws {
    let (isAsked, asked) = AsyncStream<Void>.makeStream()
    let (isStopped, stopped) = AsyncStream<Void>.makeStream()
    var speech = SpeechClient.scripted(saying: "Yes.")
    speech.transcribe = { _ in
      AsyncThrowingStream { continuation in
        continuation.onTermination = { _ in stopped.yield() }
        asked.yield()
      }
    }
    let client = SimulatedClient(
      try (Self.sound() + [WyomingEvent("ping")]).map { try $0.encoded() }, until: "pong")
    try await with(speech) {
      async let talk: Void = client.talk()
      for await _ in isAsked { break }
      await client.leave()
      try await talk
      for await _ in isStopped { break }
    }
  }

  @Test("Events during a transcription are answered after it")
  func meanwhile() async throws {
    let answers = try await with {
      try await SimulatedClient.talk(Self.sound() + [WyomingEvent("ping")], until: "pong")
    }
    #expect(answers.map(\.type).suffix(2) == ["transcript-stop", "pong"])
  }
}
