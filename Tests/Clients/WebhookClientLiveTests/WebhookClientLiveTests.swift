import Foundation
import POSIX
import TestWebServer
import Testing
import WebhookClient

@testable import WebhookClientLive

struct WebhookClientLiveTests {
  /// A busy machine may leave its requests waiting for longer than the usual limit.
  private let client = WebhookClient.live(timeout: nil)

  private func message(to url: String, body: String = #"{"type":"test"}"#) throws -> WebhookMessage
  {
    WebhookMessage(
      body: body, id: "msg_1", secret: WebhookSecret(bytes: [1, 2, 3]),
      sentAt: Date(timeIntervalSince1970: 1_700_000_000.9), url: try #require(URL(string: url)))
  }

  @Test("The signature is that of the standard's example")
  func signature() throws {
    let message = WebhookMessage(
      body: #"{"test": 2432232314}"#, id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
      secret: try #require(WebhookSecret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")),
      sentAt: Date(timeIntervalSince1970: 1_614_265_330),
      url: try #require(URL(string: "https://example.org")))
    #expect(message.signature == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
  }

  @Test("A message is posted with its id, its time and its signature")
  func send() async throws {
    let server = try WebServer()
    let body = String(repeating: "ä", count: 100_000)
    let message = try message(to: server.url, body: body)
    #expect(try await client.send(message) == WebhookResponse(status: 200, text: "ok"))
    let request = try #require(server.requests.first)
    #expect(request.line == "POST /hook HTTP/1.1")
    #expect(request.body == body)
    #expect(request.headers["content-type"] == "application/json")
    #expect(request.headers["webhook-id"] == "msg_1")
    #expect(request.headers["webhook-timestamp"] == "1700000000")
    #expect(request.headers["webhook-signature"] == message.signature)
  }

  @Test("A public message is sent to no private address, whatever the name resolves to")
  func privateAddress() async throws {
    let server = try WebServer()
    let open = try message(to: server.url)
    let message = WebhookMessage(
      body: open.body, id: open.id, secret: open.secret, sentAt: open.sentAt, url: open.url,
      isPublic: true)
    #expect(try await client.send(open).status == 200, "leaves a connection")
    await #expect(throws: WebhookFailure("the address 127.0.0.1 is not allowed")) {
      try await client.send(message)
    }
    #expect(server.requests.count == 1)
  }

  @Test("A refusal is returned, and redirects are not followed")
  func refused() async throws {
    let server = try WebServer(answering: .status(500), .status(302))
    #expect(try await client.send(message(to: server.url)).status == 500)
    #expect(try await client.send(message(to: server.url)).status == 302)
    #expect(server.requests.count == 2)
  }

  @Test("An unreachable receiver is reported with the reason")
  func unreachable() async throws {
    let server = try WebServer(answering: .close)
    await #expect(throws: WebhookFailure("Server returned nothing (no headers, no data)")) {
      try await client.send(message(to: server.url))
    }
    await #expect(throws: WebhookFailure.self) {
      try await client.send(message(to: "http://127.0.0.1:1/"))
    }
    await #expect(throws: WebhookFailure("Unsupported protocol")) {
      try await client.send(message(to: "file:///etc/passwd"))
    }
  }

  @Test("A request ends with its task")
  func cancelled() async throws {
    let server = try WebServer(answering: .hold)
    let sending = Task { [client, message = try message(to: server.url)] in
      try await client.send(message)
    }
    // On a separate thread: among many tests, a task may not run before the request's timeout.
    Thread.detachNewThread {
      while server.requests.isEmpty { sched_yield() }
      sending.cancel()
    }
    await #expect(throws: CancellationError.self) { try await sending.value }
  }

  @Test("Part of a long response is kept, and the rest is not awaited")
  func longAnswer() async throws {
    let text = String(repeating: "a", count: 10_000_000)
    let server = try WebServer(answering: .status(200, text: text), .status(500, text: text))
    #expect(
      try await client.send(message(to: server.url))
        == WebhookResponse(status: 200, text: String(repeating: "a", count: 2_000)))
    #expect(try await client.send(message(to: server.url)).status == 500)
  }

  @Test("Processes that have ended are collected when the next one starts")
  func processes() throws {
    let processes = SendingProcesses(program: "/bin/true")
    try processes.start()
    let first = processes.ids
    #expect(first.count == 1)
    for pid in first { try hasChildEnded(pid, waiting: true) }
    try processes.start()
    #expect(processes.ids.count == 1 && processes.ids != first)
    // Exit tests wait for any child, and this one would block them forever.
    for pid in processes.ids {
      let end = try collectChild(pid)
      #expect(end == .exited(0))
    }
    #expect(throws: (any Error).self) { try SendingProcesses(program: "/nowhere").start() }
  }

  @Test("Secrets are unique")
  func secrets() {
    #expect(client.newSecret().bytes.count == 32)
    #expect(client.newSecret() != client.newSecret())
  }
}
