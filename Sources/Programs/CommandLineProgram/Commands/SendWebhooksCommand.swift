import ArgumentParsing
import WebhookClient
import WebhookCore

extension CommandTable {
  /// Other commands start this without waiting for it.
  static let sendWebhooks = Command(
    WebhookClient.sendingCommand, summary: "Send pending webhook events",
    refusedOptions: GlobalOptions.localOnly.merging(["json": "it prints nothing"]) { $1 },
    isHidden: true
  ) { _ in
    try await WebhookSender().sendAlone()
  }
}

extension Command {
  var sendingWebhooks: Command {
    guard let run
    else { return self }
    var command = self
    command.run = { arguments in
      try await WebhookSender().sending { try await run(arguments) }
    }
    return command
  }
}
