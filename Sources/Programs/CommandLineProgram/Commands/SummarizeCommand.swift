import ArgumentParsing
import ConcurrencyExtras
import DatabaseClient
import Dependencies
import LanguageModelClient
import ServerRouter
import SharedModels
import Styleguide
import SummaryCore
import TerminalClient

struct SummarizeCommand {
  let recording: Recording
  let isAgain: Bool

  @Dependency(\.database) private var database
  @Dependency(\.languageModel) private var languageModel
  @Dependency(\.terminal) private var terminal

  func run() async throws {
    guard let transcription = try await database.transcription(of: recording.id)
    else {
      throw CommandFailure(
        """
        \(recording.label.printable) has no transcript yet; 'speechmemo retry \(recording.id.short)' \
        creates one
        """)
    }
    let stored = isAgain ? nil : try await database.summaries.summary(of: recording.id)
    if let stored, !stored.isStale(for: transcription) {
      try show(stored, transcription)
      var time = LocalTime()
      return terminal.hint(
        """
        Made on \(time.text(for: stored.provenance.createdAt)) by \
        \(stored.provenance.model.printable). --again makes a new one.
        """)
    }
    guard let server = languageModel.server()
    else {
      guard let stored
      else { throw LanguageModelClient.Failure.off }
      try show(stored, transcription)
      return terminal.hint("The transcript has changed since this summary was made.")
    }
    if !server.isOnThisMachine {
      terminal.note("The transcript is sent to \(server.name.printable).")
    }
    let summary = try await SummaryMaker().summary(of: recording, transcription) { done, total in
      if total > 1, done < total {
        terminal.note("Summarizing part \(done + 1) of \(total).")
      }
    }
    try summary.requireSupport()
    // What took minutes is printed even if it can't be stored.
    let saving = await Result {
      try await database.summaries.save(summary: summary, of: recording.id)
    }
    try show(summary, transcription)
    try saving.get()
  }

  private func show(_ summary: Summary, _ transcription: Transcription) throws {
    guard !terminal.isJSON
    else {
      return try terminal.json(
        encoding: SummaryJSON(
          id: recording.id.text, summary: SummaryValue(summary, of: transcription),
          title: recording.title))
    }
    try print(summary)
    if summary.droppedCount > 0 {
      let count = summary.droppedCount
      terminal.note(
        "\(count.counted("point")) \(count == 1 ? "was" : "were") dropped: no quote in the transcript "
          + "supports \(count == 1 ? "it" : "them").")
    }
  }

  private func print(_ summary: Summary) throws {
    let ink = Ink(terminal)
    if let title = summary.title {
      try terminal.line("\(ink.dim("Suggested title:")) \(title.text.printable)")
      try print(title.quote)
      try terminal.line("")
    }
    if let sentence = summary.sentence {
      try terminal.line(ink.bold(sentence.text.printable))
      try print(sentence.quote)
    }
    try print("Key points", summary.keyPoints.map { ($0.text, $0.quote) })
    try print("Decisions", summary.decisions.map { ($0.text, $0.quote) })
    try print("Action items", summary.actionItems.map { ($0.text, $0.point.quote) })
    if summary.isEmpty { terminal.note("The model found nothing that a quote supports.") }
  }

  private func print(_ heading: String, _ points: [(text: String, quote: Summary.Quote)]) throws {
    guard !points.isEmpty
    else { return }
    try terminal.line("")
    try terminal.line(Ink(terminal).bold(heading))
    for point in points {
      try terminal.line("- \(point.text.printable)")
      try print(point.quote)
    }
  }

  private func print(_ quote: Summary.Quote) throws {
    try terminal.line(
      Ink(terminal).dim("  \(quote.start.clock)  “\(quote.text.withoutControls.printable)”"))
  }
}

private struct SummaryJSON: Encodable {
  let id: String
  let summary: SummaryValue
  let title: String

  private enum CodingKeys: String, CodingKey {
    case id, title
  }

  func encode(to encoder: any Encoder) throws {
    try summary.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(title, forKey: .title)
  }
}

extension CommandTable {
  static let summarize: Command = {
    let again = Parameter.flag("again", help: "Make a new summary even if one is stored.")
    return Command(
      "summarize", summary: "Summarize a memo with a language model",
      discussion: """
        Prints a summary in which each point quotes the memo, with the time below it. A point without \
        a quote that is really in the transcript is dropped. The summary is stored, and printed \
        again until the transcript changes. 'export' includes it in Markdown and JSON.

        The model runs on the server of 'settings assistant', which receives the transcript.
        """,
      options: [again], refusedOptions: GlobalOptions.localOnly, arguments: [id]
    ) { arguments in
      try await SummarizeCommand(recording: arguments.memo(), isAgain: arguments[again]).run()
    }
  }()
}
