import ArgumentParsing
import Dependencies
import SharedModels
import TerminalClient

enum AppCommand {
  private static let links = Parameter<[String]>.arguments(
    "LINK", isRequired: false,
    help: "The link to open, such as speechmemo://recordings/ID?t=12.5.")

  static let command = Command(
    "app", summary: "Open the app in the terminal",
    discussion: """
      In a terminal, 'speechmemo' without a command does the same, and so does 'speechmemo LINK'. A \
      link is speechmemo:// followed by recordings/ID?t=SECONDS, search?q=WORDS, record, queue, \
      statistics or settings.
      """,
    refusedOptions: ["json": "it draws on the terminal"], arguments: [links]
  ) { arguments in
    @Dependency(\.app) var app
    guard arguments[links].count < 2
    else { throw arguments.usageError("give only one link") }
    let link: DeepLink?
    do {
      link = try arguments[links].first.map { text throws(DeepLink.Invalid) in
        try DeepLink(text)
      }
    } catch {
      throw arguments.usageError("\(error)")
    }
    // Delayed: the app draws first, and a quick look at the list needs no engine.
    try await EngineWarmer(pause: .seconds(1)).during { try await app.open(link: link) }
  }

  static func complete(_ arguments: [String]) throws -> [String] {
    @Dependency(\.terminal) var terminal
    guard let first = arguments.first
    else {
      guard terminal.isTerminal(stream: .output)
      else {
        throw UsageError(
          command: "speechmemo", message: "the app needs a terminal: give a command")
      }
      return [command.name]
    }
    let isLink = first.lowercased().hasPrefix("\(DeepLink.scheme):")
    return isLink ? [command.name] + arguments : arguments
  }
}
