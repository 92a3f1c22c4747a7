import ArgumentParsing
import Dependencies
import Foundation
import HostedLibraries
import LibraryFolder
import ServerConfig
import SharedSettings
import SiteMiddleware
import SoundCore
import Styleguide
import TerminalClient
import WebhookCore

struct MaintainCommand {
  let libraries: [SiteConfig.Library]
  var hosted: HostedLibraries?

  @Dependency(\.date.now) private var now
  @Dependency(\.soundFiles) private var soundFiles
  @Dependency(\.terminal) private var terminal

  /// Longer than any upload takes.
  private static let leftoverAge: TimeInterval = 86_400

  func run() async throws {
    try await withDependencies {
      if let hosted { $0.useAudio(of: hosted) }
    } operation: {
      var libraries = libraries
      for name in try await hosted?.libraries.names() ?? [] {
        guard let library = try await hosted?.library(named: name)
        else { continue }
        libraries.append(SiteConfig.Library(library))
      }
      try await maintain(libraries)
    }
  }

  private func maintain(_ libraries: [SiteConfig.Library]) async throws {
    var hasFailed = false
    for library in libraries {
      do {
        try await withDependencies {
          $0.database = library.database
          $0.libraryFolder = library.folder
          $0.settingsStore = library.settings
        } operation: {
          try library.database.checkFile()
          try await Settings.refresh()
          try await TidyCommand().run()
          try await WebhookSender().sendAlone()
          try await soundFiles.removeLeftovers(
            library.folder.audio, now.addingTimeInterval(-Self.leftoverAge))
        }
      } catch let error where !(error is CancellationError) {
        hasFailed = true
        guard error as? CommandFailure != .alreadyReported
        else { continue }
        let (path, reason) = (library.folder.root.path, String(describing: error))
        try terminal.warn(
          "\(path): \(reason)".printable,
          json: ["event": "failed", "library": path, "reason": reason])
      }
    }
    if hasFailed { throw CommandFailure.alreadyReported }
  }
}

extension CommandTable {
  static let maintain: Command = {
    let options = ServeOptions(
      ServerSetting.all.filter { ["audio", "database", "library"].contains($0.option) })
    return Command(
      "maintain", summary: "Perform maintenance: tidy libraries and deliver webhooks",
      discussion: """
        Moves old memos to the trash and deletes old trash, as 'tidy' does, delivers pending \
        webhook events, and removes what unfinished uploads left in audio stores. Run it from a \
        timer on a machine that serves libraries. It reads the same variables as 'serve', such as \
        SPEECHMEMO_LIBRARIES and SPEECHMEMO_DATABASE.
        """,
      options: options.parameters, refusedOptions: GlobalOptions.localOnly,
      traits: [.ignoresLibrary]
    ) { arguments in
      let config = try options.config(arguments)
      try await MaintainCommand(
        libraries: config.sites, hosted: try config.hosted
      ).run()
    }
  }()
}
