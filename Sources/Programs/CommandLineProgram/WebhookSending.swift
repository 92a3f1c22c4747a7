import ArgumentParsing
import WebhookCore

extension Command {
  /// The same, with the library's webhook told of what happens meanwhile, and of what waits.
  var tellingWebhook: Command {
    guard let run
    else { return self }
    var command = self
    command.run = { arguments in
      try await WebhookSender().sending { try await run(arguments) }
    }
    return command
  }
}
