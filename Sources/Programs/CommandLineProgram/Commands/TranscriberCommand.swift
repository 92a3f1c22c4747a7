import ArgumentParsing
import ConcurrencyExtras
import DatabaseClient
import Dependencies
import HostedLibraries
import SharedModels
import SoundCore
import Styleguide
import TerminalClient
import TranscriptionCore

/// `speechmemo transcriber`: makes the transcripts of many libraries, until it is stopped.
struct TranscriberCommand {
  let hosted: HostedLibraries
  var json = false
  var width: Int?

  @Dependency(\.terminal) private var terminal
  @Dependency(\.transcriptionWidth) private var usualWidth

  func run() async throws {
    try await withDependencies {
      $0.useSounds(of: hosted)
    } operation: {
      let width = width ?? usualWidth
      if !json { terminal.note("transcribing for \(hosted.address.printable), \(width) at once") }
      let last = LockIsolated("")
      do {
        try await ClaimedTranscriptions(of: hosted.queue) { [hosted] name in
          let library = try await hosted.library(named: name)
          return (library.database, library.folder)
        }.run(width: width) { event in
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
      } catch is CancellationError {
        // It is ended by being stopped.
      }
      if !json { terminal.note("stopped; what was begun goes on elsewhere") }
    }
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
          detail: detail.isEmpty ? nil : detail, event: name, id: memo.text, library: told.library))
    } else {
      let text = detail.isEmpty ? name : "\(name): \(detail)"
      terminal.note("\(told.library)  \(memo.short)  \(text)".printable)
    }
  }

  private struct Event: Encodable {
    let detail: String?
    let event: String
    let id: String
    let library: String
  }
}

extension CommandTable {
  static let transcriber: Command = {
    let options = HostingParameters(of: "transcriber")
    let concurrency = Parameter<Int?>.option(
      "concurrency", placeholder: "N",
      help: "Transcribe N memos at once; as many as are good for the machine if none is given.",
      check: { (1...1_000).contains($0) ? nil : "must be from 1 to 1000" })
    return Command(
      "transcriber", summary: "Make the transcripts of many libraries, until it is stopped",
      discussion: """
        Any number of them work for one database, on any machines: each claims memos that wait, in \
        turn for all libraries, and keeps what it hears as it goes on. Stopped, it puts back what it \
        has begun, with what it has heard; of one that dies, others go on with it after half a minute.
        """,
      options: [concurrency] + options.parameters
    ) { arguments in
      try await TranscriberCommand(
        hosted: try options.hosted(arguments), json: arguments[json],
        width: arguments[concurrency]
      ).run()
      return .done
    }
  }()
}
