import Foundation
import Testing
import WebhookClient

struct WebhookClientTests {
  @Test("A secret is parsed in its exact form")
  func secret() {
    let secret = WebhookSecret(bytes: [0, 255, 7])
    #expect(secret.text == "whsec_AP8H")
    #expect(WebhookSecret("whsec_AP8H\n") == secret)
    for text in ["", "AP8H", "whsec_", "whsec_?"] { #expect(WebhookSecret(text) == nil) }
  }

  @Test(
    "Only a success status means that the message was accepted",
    arguments: [(200, true), (204, true), (302, false), (404, false), (500, false)])
  func taken(status: Int, isSuccess: Bool) {
    #expect(WebhookResponse(status: status).isSuccess == isSuccess)
  }

  @Test("The preview's receiver takes everything")
  func preview() async throws {
    let client = WebhookClient.previewValue
    let message = WebhookMessage(
      body: "{}", id: "msg_1", secret: client.newSecret(), sentAt: Date(),
      url: try #require(URL(string: "https://example.org")))
    #expect(try await client.send(message).isSuccess)
  }
}
