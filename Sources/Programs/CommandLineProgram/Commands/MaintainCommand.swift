import ArgumentParsing
import Dependencies
import Foundation
import LibraryFolder
import ServerConfig
import SiteMiddleware
import SoundCore
import Styleguide
import TerminalClient
import WebhookCore

/// `speechmemo maintain`: does what is due in libraries, and ends. A timer starts it where no person
/// does.
struct MaintainCommand {
  let libraries: [SiteConfig.Library]
  var json = false

  @Dependency(\.date.now) private var now
  @Dependency(\.soundFiles) private var soundFiles
  @Dependency(\.terminal) private var terminal

  /// Longer than any upload takes.
  private static let patience: TimeInterval = 86_400

  func run() async throws {
    var hasFailed = false
    for library in libraries {
      do {
        try await withDependencies {
          $0.database = library.database
          $0.libraryFolder = library.folder
        } operation: {
          try await TidyCommand(json: json).run()
          try await WebhookSender().sendAlone()
          try await soundFiles.removeLeftovers(
            library.folder.audio, now.addingTimeInterval(-Self.patience))
        }
      } catch let error where !(error is CancellationError) {
        // What is wrong with one library keeps no other one from its turn.
        hasFailed = true
        guard error as? CommandFailure != .alreadyReported
        else { continue }
        terminal.note(
          "speechmemo: \(library.folder.root.path): \(String(describing: error))".printable)
      }
    }
    if hasFailed { throw CommandFailure.alreadyReported }
  }
}

extension CommandTable {
  static let maintain: Command = {
    let options = ServeOptions(of: "maintain", ServerSetting.all.filter { $0.option == "library" })
    return Command(
      "maintain", summary: "Do what is due in libraries: tidy them, and tell their webhooks",
      discussion: """
        Moves old memos to the trash and deletes old trash, as 'tidy' does, sends what webhooks are \
        to be told, and removes what uploads have left in audio stores. It is for a timer on a machine that serves libraries, and reads the same \
        variables as 'serve', among them SPEECHMEMO_LIBRARIES.
        """,
      options: options.parameters
    ) { arguments in
      try await MaintainCommand(
        libraries: try options.config(arguments).sites, json: arguments[json]
      ).run()
      return .done
    }
  }()
}
