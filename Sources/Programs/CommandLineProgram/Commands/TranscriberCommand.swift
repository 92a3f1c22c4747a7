import ArgumentParsing
import ConcurrencyExtras
import Dependencies
import NetworkAddresses
import SharedModels
import SiteMiddleware
import Styleguide
import TerminalClient
import TranscriptionCore

struct TranscriberCommand {
  let source: TranscriberSource
  var drain: Duration = defaultDrain
  var metricsAddress: Listener?
  var width: Int?

  @Dependency(\.continuousClock) private var clock
  @Dependency(\.siteServer) private var siteServer
  @Dependency(\.stopRequests) private var stopRequests
  @Dependency(\.terminal) private var terminal
  @Dependency(\.transcriptionWidth) private var defaultWidth

  static let defaultDrain: Duration = .seconds(600)

  func run() async throws {
    let (stops, stop) = AsyncStream<Never>.makeStream()
    stopRequests.handleNext { stop.finish() }
    stopRequests.ignoreHangUp()
    let isFinished = try await withDependencies {
      $0.useAudio(of: source)
    } operation: {
      let width = width ?? defaultWidth
      terminal.hint("transcribing for \(source.address.printable), \(width) at a time")
      return try await work(width, until: stops)
    }
    terminal.hint(
      isFinished ? "stopped" : "stopped; unfinished jobs are left to other transcribers")
  }

  private func work(_ width: Int, until stops: AsyncStream<Never>) async throws -> Bool {
    let (drains, drainBegins) = AsyncStream<Never>.makeStream()
    let metrics = TranscriptionMetrics()
    do {
      return try await withThrowingTaskGroup(of: Bool.self) { group in
        defer { group.cancelAll() }
        group.addTask { [drain] in
          for await _ in drains {}
          try await clock.sleep(for: drain)
          return false
        }
        if let metricsAddress {
          group.addTask {
            try await show(metrics, at: metricsAddress)
            return false
          }
        }
        group.addTask {
          try await transcribe(width, counting: metrics) {
            for await _ in stops {}
            guard !Task.isCancelled
            else { return }
            reportDrain()
            drainBegins.finish()
          }
          return true
        }
        return try await group.next() ?? true
      }
    } catch is CancellationError {
      // Stopped again during the drain.
      return false
    }
  }

  private func show(_ metrics: TranscriptionMetrics, at listener: Listener) async throws {
    var config = SiteConfig(libraries: [])
    config.listener = listener
    let page = TranscriberPage(metrics: metrics)
    try await siteServer.serve(config: config) {
      page.response(to: $0)
    } onListening: { [config] port in
      let url = "\(config.address(port: port))/metrics"
      try? terminal.note(
        "metrics at \(url)", json: ["address": url, "event": "listening", "port": port])
    }
  }

  private func transcribe(
    _ width: Int, counting metrics: TranscriptionMetrics,
    until stopped: @escaping @Sendable () async -> Void
  ) async throws {
    let last = LockIsolated("")
    try await ClaimedTranscriptions(of: source.queue, counting: metrics) { [source] claim in
      try await source.library(of: claim)
    }.run(width: width, until: stopped) { event in
      report(event)
    } problem: { problem in
      // Reports a lasting problem once.
      guard
        last.withValue({ last in
          defer { last = problem }; return last != problem
        })
      else { return }
      terminal.warn(problem.printable)
    }
  }

  private func reportDrain() {
    guard drain > .zero
    else { return }
    terminal.hint(
      """
      finishing current jobs for up to \(Int(drain.components.seconds).counted("second")); stop again \
      to return them to the queue
      """)
  }

  private func report(_ entry: ClaimedTranscriptions.Event) {
    let (name, memo, detail): (String, Recording.ID, String)
    switch entry.event {
    case .began(let id): (name, memo, detail) = ("began", id, "")
    case .failed(let id, let reason): (name, memo, detail) = ("failed", id, reason)
    case .finished(let id, let count):
      (name, memo, detail) = ("finished", id, count.counted("word"))
    case .progressed: return
    case .speakersFailed(let id, let reason):
      (name, memo, detail) = ("speakersFailed", id, reason)
    }
    let text = detail.isEmpty ? name : "\(name): \(detail)"
    let trace = entry.trace.map { "  \($0)" } ?? ""
    try? terminal.note(
      "\(entry.library)  \(memo.short)  \(text)\(trace)".printable,
      json: [
        "detail": detail.isEmpty ? nil : detail, "event": name, "id": memo.text,
        "library": entry.library, "trace": entry.trace?.description,
      ])
  }
}

extension CommandTable {
  static let transcriber: Command = {
    let source = TranscriberSourceOptions()
    let concurrency = Parameter<Int?>.option(
      "concurrency", placeholder: "N",
      help: "Transcribe N memos at a time. Default: depends on the machine.",
      check: within(1...1_000))
    let drain = Parameter<Int?>.option(
      "drain", placeholder: "SECONDS",
      help: """
        How long current jobs may take to finish after a request to stop; 0 returns them to the \
        queue immediately. Default: \(TranscriberCommand.defaultDrain.components.seconds).
        """,
      check: within(0...86_400))
    let metrics = Parameter<String?>.option(
      "metrics", placeholder: "HOST:PORT",
      help: """
        Serve Prometheus metrics at /metrics on this numeric IP address and port, without \
        authentication. The metrics contain nothing from memos.
        """,
      check: { Listener($0) == nil ? "must be an address such as 127.0.0.1:9464" : nil })
    return Command(
      "transcriber", summary: "Transcribe for many libraries until stopped",
      discussion: """
        Any number of transcribers can work for one database, on any machines. Each claims waiting \
        jobs from all libraries in turn, and saves segments as it goes. With --server it uses a \
        server of that database and a token instead of a database password; 'speechmemo libraries \
        transcribers add' creates such tokens. On Ctrl-C or SIGTERM it claims no more jobs and \
        finishes the current ones. On a second signal, or after --drain, it returns them to the \
        queue with their saved segments. If a transcriber dies, others take over its jobs after half \
        a minute.
        """,
      options: [concurrency, drain, metrics] + source.parameters,
      traits: [.connectsItself, .ignoresLibrary]
    ) { arguments in
      try await TranscriberCommand(
        source: try source.source(arguments),
        drain: arguments[drain].map { .seconds($0) } ?? TranscriberCommand.defaultDrain,
        metricsAddress: arguments[metrics].flatMap { Listener($0) },
        width: arguments[concurrency]
      ).run()
    }
  }()
}
