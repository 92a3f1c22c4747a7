import ArgumentParsing
import Dependencies
import Foundation
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
      let line = VisitLine(visit, date: date.now)
      try? terminal.line(line.plainLine ?? line.line)
    } else {
      terminal.note(
        """
        \(date.now.iso8601) \(visit.address.isEmpty ? "-" : visit.address) \(visit.method.rawValue.printable) \(visit.path.printable) \
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
    let address: String
    let date: Date
    let method: String
    let path: String
    let status: Int
    let token: String?

    init(_ visit: SiteMiddleware.Visit, date: Date) {
      address = visit.address
      self.date = date
      method = visit.method.rawValue
      path = visit.path
      status = visit.status.rawValue
      token = visit.token
    }

    /// As the encoder writes it, which takes many times as long, and this is for every request; `nil`
    /// where something in it is to be escaped.
    var plainLine: String? {
      let texts = [address, method, path, token ?? ""]
      let isPlain = texts.allSatisfy { text in
        text.utf8.allSatisfy {
          (0x20..<0x7f).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
        }
      }
      guard isPlain
      else { return nil }
      let end = token.map { #","token":"\#($0)""# } ?? ""
      return #"{"address":"\#(address)","date":"\#(date.iso8601)","event":"\#(event)""#
        + #","method":"\#(method)","path":"\#(path)","status":\#(status)\#(end)}"#
    }
  }
}

extension CommandTable {
  static let serve: Command = {
    let options = ServeOptions(of: "serve")
    return Command(
      "serve", summary: "Let programs on other machines use the library, until it is stopped",
      discussion: """
        Answers requests over HTTP, and makes the transcripts that are asked for. Who asks shows a \
        token, which 'speechmemo tokens add' makes; /health and /ready need none. Each request is a \
        line on standard error, without what it was about; with --json it is an object on standard \
        output. Where systemd hands over a socket, it is listened on that one.

        \(ServeOptions.variables)
        """,
      options: options.parameters
    ) { arguments in
      @Dependency(\.siteServer) var siteServer
      @Dependency(\.terminal) var terminal
      let plan = try options.config(arguments).plan(
        of: "serve", listener: siteServer.listener(terminal.environment()))
      try await ServeCommand(plan: plan, json: arguments[json]).run()
      return .done
    }
  }()
}
