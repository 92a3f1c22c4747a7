import ConcurrencyExtras
import SharedModels
import SpeechClient
import TestWebServer
import Testing

@testable import SpeechClientOpenAILive

@Suite("Live text and speakers of a server", .timeLimit(.minutes(10)))
struct LiveAndSpeakersTests {
  private func said(_ text: String) -> WebServer.Answer {
    .status(200, text: #"{"text":"\#(text)"}"#)
  }

  private func results(
    _ client: SpeechClient, _ samples: some AsyncSequence<[Float], Never> & Sendable
  ) async throws -> [SpeechRecognitionResult] {
    let request = TranscriptionRequest(audio: .samples(samples), model: "whisper-1")
    var results: [SpeechRecognitionResult] = []
    for try await result in await client.startTask(request) { results.append(result) }
    return results
  }

  private let twoTurns = sound(7, loudIn: 1..<2.5, 4..<5.5)

  @Test("Each turn is sent once at its end, and its words do not change")
  func turns() async throws {
    let server = try WebServer(answering: said("Hello there."), said("Again."))
    let results = try await results(server.client(), [twoTurns].async)
    #expect(
      results.map { $0.bestTranscription.text }
        == ["Hello there.", "Hello there. Again.", "Hello there. Again."])
    #expect(results.map(\.isFinal) == [false, false, true])
    #expect(results.map(\.settledWordCount) == [2, 3, 3])
    let words = Array(results[2].bestTranscription.words)
    #expect(
      words.allSatisfy { $0.start >= .milliseconds(600) && $0.end < .milliseconds(6_500) })
    #expect((words.last?.start ?? .zero) > .milliseconds(3_500))
    #expect(server.requests.count == 2)
    #expect(server.requests.allSatisfy { (1.5...3.0).contains($0.soundLength ?? 0) })
    #expect(server.requests.last?.form.last == "prompt=Hello there.")
  }

  @Test("Speech at the end of the audio is recognized, too")
  func end() async throws {
    let server = try WebServer(answering: said("Hello."))
    let (samples, continuation) = AsyncStream<[Float]>.makeStream()
    continuation.yield(sound(2, loudIn: 0.5..<2))
    let client = server.client()
    let task = Task { try await results(client, samples) }
    // Ends when the last audio was processed, however long that takes.
    continuation.finish()
    #expect(try await task.value.map { $0.bestTranscription.text } == ["Hello.", "Hello."])
  }

  @Test("A finished task ends even if its audio continues")
  func finishing() async throws {
    let server = try WebServer(answering: said("Hello."), said("Again."))
    let (samples, continuation) = AsyncStream<[Float]>.makeStream()
    continuation.yield(twoTurns)
    let client = server.client()
    var texts: [String] = []
    let request = TranscriptionRequest(audio: .samples(samples), model: "whisper-1")
    for try await result in await client.startTask(request) {
      texts.append(result.bestTranscription.text)
      if !result.isFinal { await client.finishTask() }
    }
    #expect(texts.last?.hasPrefix("Hello.") == true)
    withExtendedLifetime(continuation) {}
  }

  @Test("Silence is not sent")
  func silence() async throws {
    let server = try WebServer()
    let results = try await results(server.client(), [sound(5)].async)
    #expect(results.map(\.isFinal) == [true])
    #expect(results.first?.bestTranscription.text == "")
    #expect(server.requests.isEmpty)
  }

  @Test("An unusable server is reported as for recordings")
  func failing() async throws {
    let server = try WebServer(answering: .status(401))
    let failure = await #expect(throws: SpeechClient.Failure.self) {
      try await results(server.client(), [twoTurns].async)
    }
    #expect(failure?.message.contains("rejected the key") == true)
  }

  // MARK: - Speakers

  private func speakers(
    _ server: WebServer, count: Int? = nil, _ samples: [Float] = sound(8, loudIn: 0..<8)
  ) async throws -> RecordingSpeakers {
    let words = [0.5, 2.2, 2.55, 3.5, 5, 6.5, 7.5].map { start in
      Duration.milliseconds(Int(start * 1000))..<Duration.milliseconds(Int(start * 1000) + 300)
    }
    return try await server.client().speakers(
      SpeakersRequest(audio: .recording(samples), count: count, words: words))
  }

  private let models = WebServer.Answer.status(
    200, text: #"{"data":[{"id":"whisper-1"},{"id":"gpt-4o-transcribe-diarize"}]}"#)

  @Test("Words get the speaker of the turn that they are in, or that is near")
  func diarized() async throws {
    let server = try WebServer(
      answering: models, .status(200, text: try answer("openai-diarized.json")))
    let found = try await speakers(server)
    #expect(found.words == [0, 0, 0, 1, 0, 0, nil])
    #expect(found.voices == [nil, nil])
    #expect(
      server.requests.last?.form == [
        "model=gpt-4o-transcribe-diarize", "response_format=diarized_json",
        "chunking_strategy=auto",
      ])
  }

  @Test("A server without speaker detection, or with another format, is refused")
  func refusals() async throws {
    for answer in [
      WebServer.Answer.status(400, text: #"{"error":"unknown response_format diarized_json"}"#),
      .status(200, text: #"{"text":"hello"}"#),
      .status(200, text: #"{"text":"hello","segments":[{"text":"hello","start":0,"end":1}]}"#),
    ] {
      let server = try WebServer(answering: models, answer)
      let failure = await #expect(throws: SpeechClient.Failure.self) { try await speakers(server) }
      #expect(failure?.message.hasSuffix("does not support speaker detection") == true)
      #expect(failure?.isWorthRetrying == false)
    }
  }

  @Test("A speaker count is not supported by servers, and nothing is sent")
  func count() async throws {
    let server = try WebServer()
    let failure = await #expect(throws: SpeechClient.Failure.self) {
      try await speakers(server, count: 3)
    }
    #expect(failure?.message.contains("number of speakers") == true)
    #expect(server.requests.isEmpty)
  }

  @Test("Silence has no speakers")
  func nobody() async throws {
    let server = try WebServer(answering: models, .status(200, text: #"{"text":"","segments":[]}"#))
    let found = try await speakers(server)
    #expect(found.voices.isEmpty)
    #expect(found.words.allSatisfy { $0 == nil })
  }
}

extension Array where Element: Sendable {
  /// Its elements as they would come.
  fileprivate var async: AsyncStream<Element> {
    AsyncStream { continuation in
      for element in self { continuation.yield(element) }
      continuation.finish()
    }
  }
}
