import ArgumentParsing
import ConsoleClient
import Dependencies
import PreviewHarness
import SharedModels

/// `speechmemo app`, and what is short for it.
enum AppCommand {
  private static let links = Parameter<[String]>.arguments(
    "LINK", isRequired: false,
    help: "Where to go first, as speechmemo://recordings/ID?t=12.5.")

  static let command = Command(
    "app", summary: "Open the app in the terminal",
    discussion: """
      'speechmemo' alone on a terminal is short for it, and so is 'speechmemo LINK'. A link is \
      speechmemo:// with recordings/ID?t=SECONDS, search?q=WORDS, record, queue, statistics or \
      settings. --state opens the app with a library that is made up, and --record keeps a session \
      with one so that --replay shows exactly the same; without --state they are your own.
      """,
    options: PreviewRequest.options, arguments: [links]
  ) { arguments in
    @Dependency(\.app) var app
    var request = AppRequest(preview: PreviewRequest(arguments))
    guard arguments[links].count < 2
    else { throw UsageError(command: "speechmemo app", message: "there can be one link only") }
    do {
      request.link = try arguments[links].first.map { text throws(DeepLink.Invalid) in
        try DeepLink(text)
      }
    } catch {
      throw UsageError(command: "speechmemo app", message: "\(error)")
    }
    try await app.open(request)
    return .done
  }

  /// The arguments with the command in front, where they are short for it.
  ///
  /// - Throws: `UsageError` where there are none, and no terminal to open the app on.
  static func complete(_ arguments: [String]) throws -> [String] {
    @Dependency(\.console) var console
    guard let first = arguments.first
    else {
      guard console.isTerminal(stream: .output)
      else {
        throw UsageError(
          command: "speechmemo", message: "there is no terminal to open the app on: give a command")
      }
      return [command.name]
    }
    let names = PreviewRequest.options.map { "--\($0.specification.name)" }
    let isOption = names.contains { first == $0 || first.hasPrefix("\($0)=") }
    let isLink = first.lowercased().hasPrefix("\(DeepLink.scheme):")
    return isOption || isLink ? [command.name] + arguments : arguments
  }
}
