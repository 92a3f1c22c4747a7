import ArgumentParsing
import ConcurrencyExtras
import DatabaseClient
import Dependencies
import FileStorage
import Foundation
import LibraryFolder
import ServerBootstrap
import SiteMiddleware
import Styleguide
import TerminalClient
import WyomingCore

/// `speechmemo serve`: lets programs on other machines use the library, until it is stopped.
struct ServeCommand {
  var plan: SitePlan
  var json = false

  @Dependency(\.date) private var date
  @Dependency(\.siteServer) private var siteServer
  @Dependency(\.terminal) private var terminal
  @Dependency(\.wyomingServer) private var wyomingServer

  func run() async throws {
    let site = SiteMiddleware(plan.config) { visit in log(visit) }
    do {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for library in plan.config.libraries {
          group.addTask {
            try await SiteTranscriber(library, width: plan.width).run { problem in
              terminal.note("speechmemo: \(problem.printable)")
            }
          }
        }
        group.addTask {
          try await withTaskCancellationHandler {
            try await siteServer.serve(plan: plan) { request in
              await site.respond(to: request)
            } whenListening: { port in
              tell(port)
            }
          } onCancel: {
            site.endStreams()
          }
        }
        if let address = plan.wyoming {
          group.addTask { try await transcribeForHomeAssistant(at: address) }
        }
        defer { group.cancelAll() }
        try await group.next()
      }
    } catch is CancellationError {
      // It is ended by being stopped.
    }
    if !json { terminal.note("stopped") }
  }

  private func transcribeForHomeAssistant(at address: WyomingAddress) async throws {
    let models = WyomingModels()
    await models.prepare()
    try await wyomingServer.serve(address: address) { read, write in
      do {
        try await WyomingConversation(models, read: read, write: write).run()
      } catch is CancellationError {
        // The server is stopped.
      } catch {
        terminal.note("speechmemo: Wyoming: \(String(describing: error).printable)")
      }
    } whenListening: { port in
      let address = address.with(port: port).description
      if json {
        try? terminal.json(Listening(address: address, date: date.now, port: port))
      } else {
        terminal.note("transcribing for Home Assistant at \(address)")
      }
    }
  }

  private func tell(_ port: UInt16) {
    let address = plan.address(port: port)
    if json {
      try? terminal.json(Listening(address: address, date: date.now, port: port))
    } else {
      terminal.note(
        "serving \(plan.config.libraries.map(\.folder.root.path.printable).joined(separator: ", ")) at \(address)"
      )
    }
  }

  private func log(_ visit: SiteMiddleware.Visit) {
    if let failure = visit.failure { terminal.note("speechmemo: \(failure.printable)") }
    if json {
      try? terminal.json(VisitLine(visit, date: date.now))
    } else {
      terminal.note(
        """
        \(date.now.iso8601) \(visit.method.rawValue.printable) \(visit.path.printable) \
        \(visit.status.rawValue) \((visit.token ?? "-").printable)
        """)
    }
  }

  private struct Listening: Encodable {
    var event = "listening"
    let address: String
    let date: Date
    let port: UInt16
  }

  private struct VisitLine: Encodable {
    var event = "request"
    let date: Date
    let method: String
    let path: String
    let status: Int
    let token: String?

    init(_ visit: SiteMiddleware.Visit, date: Date) {
      self.date = date
      method = visit.method.rawValue
      path = visit.path
      status = visit.status.rawValue
      token = visit.token
    }
  }
}

extension CommandTable {
  static let serve: Command = {
    let host = Parameter.option(
      "host", default: "127.0.0.1", placeholder: "ADDRESS",
      help: "Where to listen: an address of this machine in digits, or 0.0.0.0 for all.")
    let port = Parameter.option(
      "port", default: 8080, placeholder: "N", help: "The port; 0 for one that is free.",
      check: { UInt16(exactly: $0) == nil ? "must be from 0 to 65535" : nil })
    let libraries = Parameter<[String]>.options(
      "library", placeholder: "FOLDER", completion: .folders,
      help: "Serve this library, and each other one that is named so.")
    let certificate = Parameter<String?>.option(
      "certificate", placeholder: "FILE", completion: .files,
      help: "Encrypt connections with this certificate, in the PEM format.")
    let key = Parameter<String?>.option(
      "key", placeholder: "FILE", completion: .files, help: "The certificate's key.")
    let names = Parameter<[String]>.options(
      "name", placeholder: "HOST", help: "A name by which clients know this machine.")
    let origins = Parameter<[String]>.options(
      "origin", placeholder: "URL",
      help: "A page that may use OpenAI's addresses here, such as app://obsidian.md.")
    let proxies = Parameter<[String]>.options(
      "proxy", placeholder: "ADDRESS", help: "The address of a proxy that encrypts connections.")
    let plain = Parameter.flag(
      "plain-http", help: "Listen beyond this machine without encryption.")
    let wyoming = Parameter<String?>.option(
      "wyoming", placeholder: "tcp://HOST:PORT",
      help: "Transcribe for Home Assistant here, by Wyoming: it has no tokens and no encryption.")
    let open = Parameter.flag(
      "open-on-loopback", help: "Let programs of this machine in without a token.")
    let jobs = Parameter.option(
      "jobs", default: 1, placeholder: "N", help: "Transcribe N memos at once.", check: positive)
    return Command(
      "serve", summary: "Let programs on other machines use the library, until it is stopped",
      discussion: """
        Answers requests over HTTP, and makes the transcripts that are asked for. Who asks shows a \
        token, which 'speechmemo tokens add' makes; /health and /ready need none. Each request is a \
        line on standard error, without what it was about; with --json it is an object on standard \
        output.
        """,
      options: [
        host, port, libraries, certificate, key, names, origins, proxies, plain, open, jobs,
        wyoming,
      ]
    ) { arguments in
      @Dependency(\.database) var database
      @Dependency(\.libraryFolder) var folder
      let folders = arguments[libraries].map {
        LibraryFolder(root: XDGFolders().url(of: $0, isDirectory: true).standardizedFileURL)
      }
      var plan = SitePlan(
        SiteConfig(
          libraries: folders.isEmpty
            ? [SiteConfig.Library(folder, database: database)]
            : folders.map { SiteConfig.Library($0, database: database.library(at: $0.database)) }))
      switch (arguments[certificate], arguments[key]) {
      case (nil, nil): break
      case (let certificate?, let key?):
        plan.encryption = SitePlan.Encryption(
          certificate: XDGFolders().url(of: certificate), key: XDGFolders().url(of: key))
      default:
        throw UsageError(
          command: "speechmemo serve", message: "--certificate and --key need each other")
      }
      plan.config.hostNames = Set(arguments[names].map { $0.lowercased() })
      plan.config.origins = Set(
        arguments[origins].map { $0.hasSuffix("/") ? "\($0.dropLast())" : $0 })
      plan.config.isOpenOnLoopback = arguments[open]
      plan.config.proxies = Set(arguments[proxies])
      plan.host = arguments[host]
      plan.isPlainBeyondLoopback = arguments[plain]
      plan.port = UInt16(arguments[port])
      plan.width = arguments[jobs]
      if let text = arguments[wyoming] {
        guard let address = WyomingAddress(text)
        else {
          throw UsageError(
            command: "speechmemo serve",
            message: "--wyoming: '\(text)' is no address such as tcp://127.0.0.1:10300")
        }
        plan.wyoming = address
      }
      do throws(SitePlanProblem) {
        try plan.check()
      } catch {
        throw UsageError(command: "speechmemo serve", message: error.description)
      }
      try await ServeCommand(plan: plan, json: arguments[json]).run()
      return .done
    }
  }()
}
