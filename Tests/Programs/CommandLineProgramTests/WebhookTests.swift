import ConcurrencyExtras
import Dependencies
import Foundation
import Testing
import WebhookClient
import WebhookCore

struct WebhookTests {
  private let session: CommandSession
  private let sent = LockIsolated<[WebhookMessage]>([])
  /// The number of processes started to send due events.
  private let startCount = LockIsolated(0)

  init() throws {
    session = try CommandSession()
  }

  private func run(
    _ arguments: String..., status: Int = 200
  ) async -> CommandSession.Outcome {
    await session.run(arguments) { [sent, startCount] in
      $0.webhooks = .previewValue
      $0.webhooks.send = { message in
        sent.withValue { $0.append(message) }
        return WebhookResponse(status: status, text: "said\nso")
      }
      $0.webhooks.startSending = { startCount.withValue { $0 += 1 } }
    }
  }

  private static let secret = WebhookClient.previewValue.newSecret().text

  @Test("A webhook is set, its secret shown once, its events sent, and removed")
  func whole() async throws {
    #expect(await run("settings", "webhook").output == "webhook  none\n")
    #expect(
      await run("settings", "webhook", "http://example.org/hook")
        == .init(
          0, output: "webhook  http://example.org/hook\nsecret   \(Self.secret)\n",
          error: """
            Save the secret now: it cannot be shown again. 'speechmemo settings webhook test' sends a test.
            Events sent over http can be read in transit: use https if you can.

            """))
    let settings = await run("settings").output
    #expect(settings.hasSuffix("\nwebhook          http://example.org/hook\n"))
    #expect(!settings.contains(Self.secret))

    #expect(await run("import", try session.file("memo.wav")).status == 0)
    #expect(startCount.value > 0)
    #expect(sent.value == [])
    #expect(await run(WebhookClient.sendingCommand) == .init(0))
    #expect(
      sent.value.map { String($0.body.prefix(30)) } == [
        #"{"type":"memo.saved","data":{""#, #"{"type":"transcript.finished","#,
      ])
    #expect(await run("settings", "webhook", "none").output == "webhook  none\n")
  }

  @Test(
    "A webhook on this machine needs no https",
    arguments: ["http://localhost:8090/hook", "http://127.0.0.1:8090", "http://[::1]:8090/hook"])
  func loopback(address: String) async {
    let outcome = await run("settings", "webhook", address)
    #expect(outcome.status == 0)
    #expect(outcome.error.contains("Save the secret now") && !outcome.error.contains("https"))
  }

  @Test("Without a webhook, no process is started and no library opened")
  func none() async throws {
    #expect(await run("import", try session.file("memo.wav")).status == 0)
    #expect(await run(WebhookClient.sendingCommand) == .init(0))
    #expect(startCount.value == 0)
    #expect(await run("settings", "webhook", "none").output == "webhook  none\n")
    let broken = await session.run("settings") {
      $0.database.webhookEvents.webhook = { throw CancellationError() }
    }
    #expect(broken.output.hasSuffix("webhook          none\n"))
  }

  @Test("An undelivered event waits with a note, and no command fails")
  func waiting() async throws {
    _ = await run("settings", "webhook", "https://example.org/hook")
    #expect(await run("import", "--no-wait", try session.file("memo.wav")).status == 0)
    #expect(await run(WebhookClient.sendingCommand, status: 500) == .init(0))
    let shown = await run("settings", "webhook")
    #expect(
      shown.error
        == "webhook: 1 event waiting to be sent: the receiver returned status 500\n")
    let object = await run("settings", "webhook", "--json").objects.first
    #expect(object?["waiting"] as? Int == 1)
    #expect(object?["problem"] as? String == "the receiver returned status 500")
  }

  @Test("A test event prints the response")
  func test() async {
    #expect(
      await run("settings", "webhook", "test").error
        == "speechmemo: no webhook is set: 'speechmemo settings webhook URL' sets one\n")
    _ = await run("settings", "webhook", "https://example.org/hook")
    #expect(
      await run("settings", "webhook", "test") == .init(0, output: "accepted, with status 200\n"))
    #expect(
      await run("settings", "webhook", "test", status: 404)
        == .init(1, error: "speechmemo: webhook: the receiver responded with 404, 'said so'\n"))
    #expect(
      await run("settings", "webhook", "test", "--json").objects.first?["status"] as? Int == 200)
    #expect(
      await run("settings", "webhook", "example.org").error
        == """
        speechmemo: webhook: 'example.org' is not a web address: use one such as \
        https://example.org/hook

        """)
  }
}
