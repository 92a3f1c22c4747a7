import Foundation
import OpenAIConnection
import SpeechClient
import TestWebServer
import Testing

@testable import SpeechClientOpenAILive

@Suite("Unusable and malicious servers", .timeLimit(.minutes(10)))
struct BadServerTests {
  @Test("Without a network, the error has a hint for offline use")
  func offline() async throws {
    let closed = try WebServer(answering: .close)
    let origin = closed.origin
    let client = SpeechClient.openAI(
      OpenAIServer("http://127.0.0.1:1/v1", for: .speech, environment: [:]), clock: .immediate)
    let failure = await client.failure()
    #expect(failure?.message.hasPrefix("the speech server 127.0.0.1:1 cannot be reached: ") == true)
    #expect(failure?.hint?.contains("'speechmemo settings engine whisper'") == true)
    #expect(failure?.isWorthRetrying == true)
    let nowhere = SpeechClient.openAI(
      OpenAIServer("https://no-such-host.invalid/v1", for: .speech, environment: [:]),
      clock: .immediate)
    #expect(await nowhere.failure()?.message.contains("cannot be reached") == true)
    #expect(origin.hasPrefix("http://127.0.0.1:"))
  }

  @Test(
    "Each error is one line with a fix",
    arguments: [
      (
        401, #"{"error":{"message":"Incorrect API key provided: secret-key"}}"#,
        "rejected the key"
      ),
      (
        403, #"{"error":{"message":"secret-key is for others"}}"#,
        "refused the request: … is for others"
      ),
      (404, "nothing", "no transcription API found at"),
      (
        404, #"{"error":{"message":"The model does not exist","code":"model_not_found"}}"#,
        "has no model 'whisper-1'"
      ),
      (404, #"{"detail":"Model 'whisper-1' is not installed"}"#, "has no model 'whisper-1'"),
      (307, "", "which redirects to /elsewhere"),
      (200, "<html>welcome</html>", "has no transcription API"),
      (200, "", "has no transcription API"),
      (200, "[1,2,3]", "did not return a transcript"),
      (200, #"{"text":{"a":"b"}}"#, "did not return a transcript"),
      (
        400, #"{"error":{"message":"Language 'xx' is not supported"}}"#,
        "does not accept the language"
      ),
      (400, #"{"error":"failed to decode audio"}"#, "cannot read the audio: failed to decode"),
      (418, "\u{1b}[2Jhello", "rejected the request"),
      (400, #"{"error":"a\u001b[31m\u202eb\nc"}"#, "rejected the request: a[31mb c"),
    ])
  func problems(status: Int, text: String, message: String) async throws {
    let server = try WebServer(answering: .status(status, text: text))
    let failure = try #require(await server.client().failure())
    #expect(failure.message.contains(message), "\(failure)")
    #expect(!"\(failure)".contains("secret-key"))
    #expect(!"\(failure)".contains { $0.isNewline })
    #expect("\(failure)".count < 400)
  }

  @Test("A server that requires a key reports that none is set")
  func noKey() async throws {
    let server = try WebServer(answering: .status(401))
    let failure = await server.client(key: nil).failure()
    #expect(failure?.message.hasSuffix("requires a key") == true)
    #expect(failure?.hint?.contains("SPEECHMEMO_ENGINE_KEY") == true)
  }

  @Test("An unusable key is reported before anything is sent")
  func badKey() async throws {
    let server = try WebServer()
    let failure = await server.client(key: "two words").failure()
    #expect(failure?.message.contains("no valid key") == true)
    #expect(server.requests.isEmpty)
  }

  @Test("An answer without an end is not waited for", arguments: [200, 500])
  func endless(status: Int) async throws {
    let piece = String(repeating: "x", count: 1 << 16)
    let server = try WebServer(
      answering: .endless(status, text: piece), .endless(status, text: piece),
      .endless(status, text: piece), .endless(status, text: piece))
    let failure = await server.client().failure()
    #expect(
      failure?.message.contains("speech server") == true
        || failure?.message.contains("has no transcription API") == true)
  }

  @Test("A silent server times out, and the recording is kept")
  func slow() async throws {
    let server = try WebServer(answering: .hold)
    let client = server.client { server in
      server.timeout = .milliseconds(1)
      server.attemptLimit = 1
    }
    let (events, failure) = await client.events(sound(0.01, loudIn: 0..<0.01))
    #expect(events.isEmpty)
    #expect("\(try #require(failure))".contains("cannot be reached: Timeout"))
  }

  @Test("Implausibly long text is refused")
  func crowd() async throws {
    let words = Array(repeating: "blah", count: 20_000).joined(separator: " ")
    let server = try WebServer(answering: .status(200, text: #"{"text":"\#(words)"}"#))
    let failure = await server.client().failure()
    #expect(failure?.message.contains("more text than fits in 8 seconds of speech") == true)
  }

  @Test("Endlessly nested JSON is refused")
  func nested() async throws {
    let text = #"{"text":"# + String(repeating: "[", count: 100_000)
    let server = try WebServer(answering: .status(200, text: text))
    let failure = await server.client().failure()
    #expect(failure?.message.contains("did not return a transcript") == true)
  }

  // MARK: - The status

  private func status(
    _ answers: WebServer.Answer...
  ) async throws -> (status: SpeechEngineStatus, server: WebServer) {
    let server = try WebServer(answering: answers)
    return (await server.client().engineStatus(), server)
  }

  @Test("The status lists speech models, the default first, and the server's address")
  func models() async throws {
    let (status, server) = try await status(
      .status(
        200,
        text: #"{"object":"list","data":[{"id":"dall-e-3"},{"id":"tts-1"},{"id":"large-whisper"}"#
          + #",{"id":"whisper-1"},{"id":"gpt-4o-realtime-whisper"}]}"#))
    #expect(status.failure == nil)
    #expect(status.authorization == .authorized)
    #expect(status.models.map(\.name) == ["whisper-1", "large-whisper"])
    #expect(status.models.allSatisfy { $0.isInstalled && $0.placeText == "on the server" })
    #expect(status.model == "whisper-1")
    #expect(status.location == server.origin + "/v1")
    #expect(status.server?.isOnThisMachine == true)
    #expect(status.engine?.text == String(server.origin.dropFirst(7)))
  }

  @Test("If no model name suggests speech, all are listed")
  func unknownModels() async throws {
    let (status, _) = try await status(.status(200, text: #"{"data":[{"id":"b"},{"id":"a"}]}"#))
    #expect(status.models.map(\.name) == ["b", "a"])
    #expect(status.model == "b")
  }

  @Test("A server without a list is tried with a second of silence")
  func probe() async throws {
    let (status, server) = try await status(
      .status(404), .status(200, text: #"{"text":""}"#))
    #expect(status.failure == nil)
    #expect(status.model == "whisper-1")
    #expect(server.requests.last?.soundLength == 1)
    let (wrong, _) = try await self.status(.status(404), .status(404))
    #expect(wrong.failure?.message.contains("no transcription API found") == true)
    #expect(wrong.authorization == .restricted)
  }

  @Test("A server or key problem is in the status")
  func statusProblems() async throws {
    #expect(try await status(.status(401)).status.failure?.message.contains("key") == true)
    #expect(
      try await status(.status(200, text: "<html>")).status.failure?.hint?.contains("/v1") == true)
    #expect(try await status(.close).status.failure?.message.contains("cannot be reached") == true)
  }

  @Test("Models are managed on the server, and unknown ones are reported")
  func changingModels() async throws {
    let server = try WebServer(answering: .status(200, text: #"{"data":[{"id":"whisper-1"}]}"#))
    let client = server.client()
    await #expect(throws: SpeechClient.Failure.self) { try await client.addModel("base") }
    await #expect(throws: SpeechClient.Failure.self) { try await client.removeModel("base") }
    try await client.prepareModel("whisper-1")
    let failure = await #expect(throws: SpeechClient.Failure.self) {
      try await client.prepareModel("base")
    }
    #expect(failure?.message.contains("has no model 'base'") == true)
    await client.keepWarm(nil)
    #expect(server.requests.count == 1)
  }
}
