import Clocks
import Foundation
import LanguageModelClient
import OpenAIConnection
import TestLanguageModel
import TestWebServer
import Testing

@testable import LanguageModelClientLive

@Suite("Language models of servers", .timeLimit(.minutes(10)))
struct ChatTests {
  private let request = LanguageModelRequest(
    model: "test-model", instructions: "Do it.", prompt: "data",
    schema: .init(name: "s", json: #"{"type":"object"}"#), tokenLimit: 10)

  private func client(
    _ server: WebServer, model: String? = nil, key: String? = "secret-key",
    change: (inout OpenAIServer) -> Void = { _ in }
  ) -> LanguageModelClient {
    var address = OpenAIServer(
      server.origin + "/v1", for: .assistant,
      environment: key.map { ["SPEECHMEMO_ASSISTANT_KEY": $0] } ?? [:])
    change(&address)
    return .openAI(address, model: model, clock: ImmediateClock())
  }

  private func text(_ client: LanguageModelClient) async throws -> String {
    var text = ""
    for try await event in client.respond(request) {
      switch event {
      case .finished(let reason): text += reason == .complete ? "." : " (\(reason))"
      case .text(let more): text += more
      }
    }
    return text
  }

  private func failure(_ client: LanguageModelClient) async -> LanguageModelClient.Failure? {
    await #expect(throws: LanguageModelClient.Failure.self) { try await text(client) }
  }

  private func object(_ request: WebServer.Request?) throws -> [String: Any] {
    let request = try #require(request)
    return try #require(
      JSONSerialization.jsonObject(with: Data(request.bytes)) as? [String: Any])
  }

  @Test("A response is streamed, and the request has the schema and the key")
  func streaming() async throws {
    let server = try WebServer(answering: .chat("Hello “there”, all is well"))
    #expect(try await text(client(server)) == "Hello “there”, all is well.")
    let sent = try #require(server.requests.first)
    #expect(sent.line == "POST /v1/chat/completions HTTP/1.1")
    #expect(sent.headers["authorization"] == "Bearer secret-key")
    let body = try object(sent)
    #expect(body["model"] as? String == "test-model")
    #expect(body["stream"] as? Bool == true)
    #expect(body["max_tokens"] as? Int == 10)
    #expect(body["temperature"] as? Int == 0)
    #expect(
      body["messages"] as? [[String: String]] == [
        ["role": "system", "content": "Do it."], ["role": "user", "content": "data"],
      ])
    let format = body["response_format"] as? [String: Any]
    #expect(format?["type"] as? String == "json_schema")
    let schema = format?["json_schema"] as? [String: Any]
    #expect(schema?["name"] as? String == "s")
    #expect(schema?["schema"] as? [String: String] == ["type": "object"])
  }

  @Test("A server that does not stream is understood")
  func whole() async throws {
    let server = try WebServer(
      answering: .status(
        200, text: #"{"choices":[{"message":{"content":"Hi"},"finish_reason":"length"}]}"#))
    #expect(try await text(client(server)) == "Hi (length)")
  }

  @Test("Rejected parameters are left out, and the result is remembered")
  func forms() async throws {
    func rejection(_ text: String) -> WebServer.Answer {
      .status(400, text: #"{"error":{"message":"\#(text)"}}"#)
    }
    let server = try WebServer(
      answering: rejection("Unsupported parameter: 'max_tokens'"),
      rejection("Unsupported value: 'temperature'"), rejection("unknown field response_format"),
      .chat("a"), .chat("b"))
    let client = client(server)
    #expect(try await text(client) == "a.")
    #expect(try await text(client) == "b.")
    #expect(server.requests.count == 5)
    let body = try object(server.requests.last)
    #expect(Set(body.keys) == ["max_completion_tokens", "messages", "model", "stream"])
  }

  @Test("A response that stops is interrupted, and not repeated here")
  func stopping() async throws {
    let server = try WebServer(answering: .chatStopping(after: #"{"keyPoints":"#))
    let failure = await failure(client(server))
    #expect(failure?.reason == .interrupted)
    #expect(failure?.message.hasSuffix("stopped in mid-response") == true)
    #expect(server.requests.count == 1)
  }

  @Test("An error between the pieces is shown in one line without the key")
  func errorInStream() async throws {
    let server = try WebServer(
      answering: .status(
        200, text: "data: {\"error\":{\"message\":\"out of\\nmemory, secret-key\"}}\n\n",
        headers: ["Content-Type: text/event-stream"]))
    let failure = await failure(client(server))
    #expect(failure?.message.hasSuffix("failed with status 500: out of memory, …") == true)
  }

  @Test("A silent server times out")
  func silent() async throws {
    let server = try WebServer(answering: .hold)
    let failure = await failure(
      client(server) {
        $0.timeout = .milliseconds(1)
        $0.attemptLimit = 1
      })
    #expect(failure?.message.contains("cannot be reached: Timeout") == true)
    #expect(failure?.hint?.contains("'speechmemo settings assistant'") == true)
  }

  @Test("Ending the iteration does not wait for the rest of a response")
  func ending() async throws {
    let server = try WebServer(answering: .chatStopping(after: "Hello", then: .hold))
    var received: [LanguageModelEvent] = []
    for try await event in client(server).respond(request) {
      received.append(event)
      break
    }
    #expect(received == [.text("Hello")])
  }

  @Test(
    "Each error has its reason",
    arguments: [
      (
        400, #"{"error":{"message":"exceeds the available context size"}}"#, "context size",
        LanguageModelClient.Failure.Reason.tooLong
      ),
      (413, "", "rejected the request", .tooLong),
      (404, #"{"error":{"message":"model 'test-model' not found"}}"#, "has no model", .server),
      (404, "", "no chat completions API found at", .server),
      (401, "", "rejected the key", .server),
      (200, "<html>", "has no chat completions API", .server),
    ])
  func problems(
    status: Int, text: String, message: String, reason: LanguageModelClient.Failure.Reason
  ) async throws {
    let server = try WebServer(answering: .status(status, text: text))
    let failure = try #require(await failure(client(server)))
    #expect(failure.message.contains(message), "\(failure)")
    #expect(failure.reason == reason)
  }

  // MARK: - Models

  @Test("The only model that can chat is used, with its context")
  func model() async throws {
    let server = try WebServer(
      answering: .status(
        200,
        text: #"{"data":[{"id":"nomic-embed-text"},{"id":"gemma","max_model_len":8192}]}"#),
      .status(200, text: #"{"data":[{"id":"gemma","meta":{"n_ctx":2048}}]}"#))
    #expect(
      try await client(server).model() == LanguageModel(name: "gemma", contextLength: 8192))
    #expect(
      try await client(server).model() == LanguageModel(name: "gemma", contextLength: 2048))
    #expect(server.requests.map(\.line) == Array(repeating: "GET /v1/models HTTP/1.1", count: 2))
  }

  @Test("Several models need a choice, and a chosen one gets its context from the list")
  func several() async throws {
    let list = #"{"data":[{"id":"a:latest","context_length":512},{"id":"b"}]}"#
    let server = try WebServer(
      answering: .status(200, text: list), .status(200, text: list), .status(200, text: list),
      .status(404))
    let failure = await #expect(throws: LanguageModelClient.Failure.self) {
      try await client(server).model()
    }
    #expect(
      failure?.hint
        == "select one with 'speechmemo settings assistant-model NAME', such as a:latest, b")
    #expect(
      try await client(server, model: "a").model()
        == LanguageModel(name: "a:latest", contextLength: 512))
    #expect(try await client(server, model: "c").model() == LanguageModel(name: "c"))
    #expect(try await client(server, model: "c").model() == LanguageModel(name: "c"))
  }

  @Test("A server without a list needs the model's name")
  func noList() async throws {
    let server = try WebServer(
      answering: .status(404, text: #"{"error":{"message":"nothing here"}}"#))
    let failure = await #expect(throws: LanguageModelClient.Failure.self) {
      try await client(server).model()
    }
    #expect(failure?.message.hasPrefix("no chat completions API found at") == true)
  }

  @Test("The server is named, and whether it is on this machine")
  func server() throws {
    let remote = LanguageModelClient.openAI(
      OpenAIServer("https://host/v1", for: .assistant, environment: [:]), model: nil)
    #expect(remote.server() == LanguageModelServer(name: "host", isOnThisMachine: false))
    let here = LanguageModelClient.openAI(
      OpenAIServer("http://localhost:11434/v1", for: .assistant, environment: [:]), model: nil)
    #expect(here.server()?.isOnThisMachine == true)
  }
}
