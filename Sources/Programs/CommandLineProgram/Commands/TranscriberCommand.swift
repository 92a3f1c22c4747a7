import ArgumentParsing
import ConcurrencyExtras
import DatabaseClient
import Dependencies
import ServerBootstrap
import SharedModels
import SiteMiddleware
import Styleguide
import TerminalClient
import TranscriptionCore

/// `speechmemo transcriber`: makes the transcripts of many libraries, until it is stopped.
struct TranscriberCommand {
  let source: TranscriberSource
  /// How long what was begun may take when it is asked to stop.
  var drain: Duration = usualDrain
  var json = false
  /// Where it shows its metrics, if anywhere.
  var metricsAddress: MetricsAddress?
  var width: Int?

  @Dependency(\.continuousClock) private var clock
  @Dependency(\.siteServer) private var siteServer
  @Dependency(\.stopRequests) private var stopRequests
  @Dependency(\.terminal) private var terminal
  @Dependency(\.transcriptionWidth) private var usualWidth

  static let usualDrain: Duration = .seconds(600)

  func run() async throws {
    let (stops, stop) = AsyncStream<Never>.makeStream()
    stopRequests.takeNext { stop.finish() }
    let isFinished = try await withDependencies {
      $0.useSounds(of: source)
    } operation: {
      let width = width ?? usualWidth
      if !json { terminal.note("transcribing for \(source.address.printable), \(width) at once") }
      return try await work(width, until: stops)
    }
    if !json {
      terminal.note(isFinished ? "stopped" : "stopped; what was begun goes on elsewhere")
    }
  }

  /// - Parameter stops: Ends when the program is asked to stop.
  /// - Returns: Whether all that was begun was finished.
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
            tellDrain()
            drainBegins.finish()
          }
          return true
        }
        return try await group.next() ?? true
      }
    } catch is CancellationError {
      // It was stopped once more.
      return false
    }
  }

  private func show(_ metrics: TranscriptionMetrics, at address: MetricsAddress) async throws {
    var plan = SitePlan(SiteConfig(libraries: []))
    plan.host = address.host
    plan.port = address.port
    let page = TranscriberPage(metrics: metrics)
    try await siteServer.serve(plan: plan) {
      page.response(to: $0)
    } whenListening: { [plan] port in
      let url = "\(plan.address(port: port))/metrics"
      if json {
        try? terminal.json(Listening(address: url, port: port))
      } else {
        terminal.note("metrics at \(url)")
      }
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
      tell(event)
    } problem: { problem in
      // What goes on is told once.
      guard
        last.withValue({ last in
          defer { last = problem }; return last != problem
        })
      else { return }
      terminal.note("speechmemo: \(problem.printable)")
    }
  }

  private func tellDrain() {
    guard !json, drain > .zero
    else { return }
    terminal.note(
      """
      finishing what was begun, for \(drain.components.seconds) seconds at most; asked to stop once \
      more, it puts that back
      """)
  }

  private func tell(_ told: ClaimedTranscriptions.Event) {
    let (name, memo, detail): (String, Recording.ID, String)
    switch told.event {
    case .began(let id): (name, memo, detail) = ("began", id, "")
    case .failed(let id, let reason): (name, memo, detail) = ("failed", id, reason)
    case .finished(let id, let count): (name, memo, detail) = ("finished", id, "\(count) words")
    case .progressed: return
    case .speakersFailed(let id, let reason):
      (name, memo, detail) = ("speakersFailed", id, reason)
    }
    if json {
      try? terminal.json(
        Event(
          detail: detail.isEmpty ? nil : detail, event: name, id: memo.text, library: told.library,
          trace: told.trace?.description))
    } else {
      let text = detail.isEmpty ? name : "\(name): \(detail)"
      let trace = told.trace.map { "  \($0)" } ?? ""
      terminal.note("\(told.library)  \(memo.short)  \(text)\(trace)".printable)
    }
  }

  private struct Listening: Encodable {
    let address: String
    var event = "listening"
    let port: UInt16
  }

  private struct Event: Encodable {
    let detail: String?
    let event: String
    let id: String
    let library: String
    let trace: String?
  }
}

extension CommandTable {
  static let transcriber: Command = {
    let source = TranscriberSourceOptions()
    let concurrency = Parameter<Int?>.option(
      "concurrency", placeholder: "N",
      help: "Transcribe N memos at once; as many as are good for the machine if none is given.",
      check: { (1...1_000).contains($0) ? nil : "must be from 1 to 1000" })
    let drain = Parameter<Int?>.option(
      "drain", placeholder: "SECONDS",
      help: """
        How long what was begun may take to be finished once it is asked to stop; 0 puts it back at \
        once. \(TranscriberCommand.usualDrain.components.seconds) if none is given.
        """,
      check: { (0...86_400).contains($0) ? nil : "must be from 0 to 86400" })
    let metrics = Parameter<String?>.option(
      "metrics", placeholder: "HOST:PORT",
      help: """
        Show how it is doing at /metrics there, as Prometheus reads it, to anybody who asks: an address \
        of this machine in digits. Nothing of memos is in it.
        """,
      check: { MetricsAddress($0) == nil ? "must be such as 127.0.0.1:9464" : nil })
    return Command(
      "transcriber", summary: "Make the transcripts of many libraries, until it is stopped",
      discussion: """
        Any number of them work for one database, on any machines: each claims memos that wait, in \
        turn for all libraries, and keeps what it hears as it goes on. With --server it asks a \
        server of that database, shows a token, and needs no password: 'speechmemo libraries \
        transcribers add' makes such tokens. Asked to stop (Ctrl-C, or the signal TERM), it claims \
        nothing more and finishes what it has begun; asked once more, or after --drain, it puts \
        back what it has begun, with what it has heard. Of one that dies, others go on with it after \
        half a minute.
        """,
      options: [concurrency, drain, metrics] + source.parameters
    ) { arguments in
      try await TranscriberCommand(
        source: try source.source(arguments),
        drain: arguments[drain].map { .seconds($0) } ?? TranscriberCommand.usualDrain,
        json: arguments[json], metricsAddress: arguments[metrics].flatMap { MetricsAddress($0) },
        width: arguments[concurrency]
      ).run()
      return .done
    }
  }()
}
