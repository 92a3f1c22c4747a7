import ArgumentParsing
import WebhookCore

extension Command {
  /// The command, with due webhook events sent while it runs.
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
