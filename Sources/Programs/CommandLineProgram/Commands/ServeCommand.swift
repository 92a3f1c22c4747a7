import ArgumentParsing
import Dependencies
import Foundation
import MetricsMiddleware
import NetworkAddresses
import SiteMiddleware
import SpeechClient
import Styleguide
import TerminalClient
import WyomingCore

struct ServeCommand {
  let config: SiteConfig

  @Dependency(\.date) private var date
  @Dependency(\.siteServer) private var siteServer
  @Dependency(\.stopRequests) private var stopRequests
  @Dependency(\.terminal) private var terminal
  @Dependency(\.wyomingServer) private var wyomingServer

  func run() async throws {
    for library in config.libraries { try library.database.checkFile() }
    stopRequests.ignoreHangUp()
    let log = AccessLog(terminal)
    let site = SiteMiddleware(config) { entry in log.note(entry, date: date.now) }
    do {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for library in config.libraries {
          group.addTask {
            try await SiteTranscriber(library, width: config.width).run { problem in
              terminal.warn(problem.printable)
            }
          }
        }
        group.addTask {
          try await withTaskCancellationHandler {
            try await siteServer.serve(config: config) { request in
              await site.respond(to: request)
            } onListening: { port in
              reportAddress(port)
            }
          } onCancel: {
            site.endStreams()
          }
        }
        if let listener = config.wyoming {
          group.addTask {
            try await withDependencies {
              $0.speechClient = $0.speechClient.counted(by: config.usage(of: nil))
            } operation: {
              try await transcribeForHomeAssistant(at: listener)
            }
          }
        }
        defer { group.cancelAll() }
        try await group.next()
      }
    } catch is CancellationError {
      // Stopped.
    } catch {
      await log.finish()
      throw error
    }
    await log.finish()
    terminal.hint("stopped")
  }

  private func transcribeForHomeAssistant(at listener: Listener) async throws {
    let models = WyomingModels()
    await models.prepare()
    try await wyomingServer.serve(listener: listener) { read, write, setBusy in
      do {
        try await WyomingConversation(models, read: read, write: write, setBusy: setBusy).run()
      } catch is CancellationError {
        // Stopped.
      } catch {
        terminal.warn("Wyoming: \(String(describing: error).printable)")
      }
    } onListening: { port in
      let address = "tcp://\(Listener(host: listener.host, port: port))"
      report("transcribing for Home Assistant", at: address, port)
    }
  }

  private func reportAddress(_ port: UInt16) {
    let places =
      config.libraries.map(\.folder.root.path)
      + (config.databaseLibraries.map { ["the libraries of \($0.hosted.address)"] } ?? [])
    report(
      "serving \(places.joined(separator: ", ").printable)", at: config.address(port: port), port)
  }

  private func report(_ work: String, at address: String, _ port: UInt16) {
    try? terminal.note(
      "\(work) at \(address)",
      json: ["event": "listening", "address": address, "date": date.now, "port": port])
  }
}

extension CommandTable {
  static let serve: Command = {
    let options = ServeOptions()
    return Command(
      "serve", summary: "Serve the library to other machines",
      discussion: """
        Serves an HTTP API and a web page, and runs the transcriptions that are requested. Clients \
        authenticate with a token, which 'speechmemo tokens add' creates; /health and /ready need \
        none. Each request is logged without its content, to standard error, or with --json to \
        standard output. A socket passed by systemd is used instead of an address. SIGTERM and Ctrl-C \
        stop the server; SIGHUP does too if standard input is a terminal, and is ignored otherwise. \
        Restart the server to load a renewed certificate.

        \(ServeOptions.variables)
        """,
      options: options.parameters,
      refusedOptions: GlobalOptions.localOnly.filter {
        $0.key != GlobalOptions.plainHTTP.specification.name
      },
      traits: [.ignoresLibrary]
    ) { arguments in
      @Dependency(\.siteServer) var siteServer
      @Dependency(\.terminal) var terminal
      let config = try options.config(arguments).site(
        arguments, listener: siteServer.listener(terminal.environment()))
      try await EngineWarmer().during { try await ServeCommand(config: config).run() }
    }
  }()
}
