import ArgumentParsing
import WebhookClient
import WebhookCore

extension CommandTable {
  /// What other commands start to have their webhook told, and do not wait for.
  static let sendWebhooks = Command(
    WebhookClient.sendingCommand, summary: "Send pending webhook events",
    refusedOptions: GlobalOptions.onlyHere.merging(["json": "it prints nothing"]) { $1 },
    isHidden: true
  ) { _ in
    try await WebhookSender().sendAlone()
    return .done
  }
}
