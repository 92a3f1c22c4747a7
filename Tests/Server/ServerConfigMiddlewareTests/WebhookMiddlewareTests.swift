import DatabaseClient
import Dependencies
import Foundation
import HTTPMessages
import ServerRouter
import SharedModels
import TestSite
import Testing
import WebhookClient

struct WebhookMiddlewareTests {
  private func send(
    _ method: HTTPMethod, _ target: String = "/api/webhook", _ url: String? = nil,
    to site: TestSite, receiver: WebhookResponse? = WebhookResponse(status: 204)
  ) async throws -> TestReply {
    try await withDependencies {
      $0.webhooks = .previewValue
      $0.webhooks.send = { _ in
        guard let receiver
        else { throw WebhookFailure("no connection") }
        return receiver
      }
    } operation: {
      try await site.send(method, target, json: url.map { #"{"url":"\#($0)"}"# })
    }
  }

  @Test("A webhook is set, tested, and removed, and its secret is shown once")
  func webhook() async throws {
    let site = try await TestSite()
    #expect(try await send(.get, to: site).text == "{}")
    #expect(try await send(.post, "/api/webhook/test", to: site).status == .notFound)
    let url = "http://127.0.0.1:8090/hook"
    let added = try await send(.put, "/api/webhook", url, to: site)
    #expect(added.status == .ok && added.headers["Cache-Control"] == "no-store")
    let secret = try added.json(AddedWebhook.self).secret
    #expect(WebhookSecret(secret) != nil)
    let current = try await send(.get, to: site)
    #expect(
      try current.json(CurrentWebhook.self)
        == CurrentWebhook(Webhook(url: try #require(URL(string: url)))))
    #expect(!current.text.contains(secret))
    let test = try await send(.post, "/api/webhook/test", to: site)
    #expect(try test.json(WebhookTest.self) == WebhookTest(isAccepted: true, status: 204))
    let refused = try await send(
      .post, "/api/webhook/test", to: site, receiver: WebhookResponse(status: 500, text: "private"))
    #expect(try refused.json(WebhookTest.self) == WebhookTest(isAccepted: false, status: 500))
    let failed = try await send(.post, "/api/webhook/test", to: site, receiver: nil)
    #expect(
      try failed.json(WebhookTest.self) == WebhookTest(isAccepted: false, reason: "no connection"))
    #expect(try await send(.delete, to: site).status == .noContent)
    #expect(try await send(.get, to: site).text == "{}")
  }

  @Test(
    "An invalid address is refused, and the webhook stays",
    arguments: ["", "ftp://example.org", "https://anna:secret@example.org", "example.org"])
  func invalid(url: String) async throws {
    let site = try await TestSite()
    _ = try await send(.put, "/api/webhook", "https://example.org/hook", to: site)
    let reply = try await send(.put, "/api/webhook", url, to: site)
    #expect(reply.status == .unprocessableContent && reply.text.contains("url: "))
    #expect(try await send(.get, to: site).text.contains("example.org/hook"))
  }

  @Test(
    "A hosted library's webhook needs a public address",
    arguments: [
      "http://127.0.0.1/", "http://10.0.0.5/hook", "http://169.254.169.254/latest", "http://[::1]/",
      "http://[fd00::1]/", "http://localhost:8080/", "http://database/", "http://printer.local/",
      "http://2130706433/", "http://0x7f.1/",
    ])
  func hosted(url: String) async throws {
    var database = DatabaseClient.inMemory()
    database.serverDate = { TestSite.now }
    let site = try await TestSite(in: database)
    let reply = try await send(.put, "/api/webhook", url, to: site)
    #expect(reply.status == .unprocessableContent, "\(reply.text)")
    #expect(try await send(.get, to: site).text == "{}")
    #expect(try await send(.put, "/api/webhook", "https://8.8.8.8/hook", to: site).status == .ok)
  }
}
