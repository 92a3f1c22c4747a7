import ArgumentParsing
import DatabaseClient
import Dependencies
import LanguageModelClient
import SharedModels
import Styleguide
import SummaryCore
import TerminalClient

struct SummarizeCommand {
  let recording: Recording

  @Dependency(\.database) private var database
  @Dependency(\.languageModel) private var languageModel
  @Dependency(\.terminal) private var terminal

  func run() async throws {
    guard let server = languageModel.server()
    else { throw LanguageModelClient.Failure.off }
    guard let transcription = try await database.transcription(of: recording.id)
    else {
      throw CommandFailure(
        """
        \(recording.label.printable) has no transcript yet; 'speechmemo retry \(recording.id.short)' \
        creates one
        """)
    }
    if !server.isOnThisMachine {
      terminal.note("The transcript is sent to \(server.name.printable).")
    }
    let summary = try await SummaryMaker().summary(of: recording, transcription) { done, total in
      if total > 1, done < total {
        terminal.note("Summarizing part \(done + 1) of \(total).")
      }
    }
    if terminal.isJSON { return try terminal.json(summary.json(of: recording)) }
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
    try print(
      "Action items",
      summary.actionItems.map { item in
        let details = [item.who, item.when].compactMap(\.self).joined(separator: ", ")
        return (
          details.isEmpty ? item.point.text : "\(item.point.text) (\(details))", item.point.quote
        )
      })
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

extension Summary {
  fileprivate var isEmpty: Bool {
    sentence == nil && keyPoints.isEmpty && decisions.isEmpty && actionItems.isEmpty
  }

  fileprivate func json(of recording: Recording) -> JSONObject {
    [
      "id": recording.id.text, "title": recording.title, "model": provenance.model,
      "sentence": sentence?.json(), "keyPoints": keyPoints.map { $0.json() },
      "decisions": decisions.map { $0.json() },
      "actionItems": actionItems.map { $0.point.json(who: $0.who, when: $0.when) },
      "suggestedTitle": title?.json(), "dropped": droppedCount,
    ]
  }
}

extension Summary.Point {
  fileprivate func json(who: String? = nil, when: String? = nil) -> JSONObject {
    [
      "text": text, "who": who, "when": when, "quote": quote.text,
      "start": quote.start.secondsToMillisecond, "end": quote.end.secondsToMillisecond,
    ]
  }
}

extension CommandTable {
  static let summarize = Command(
    "summarize", summary: "Summarize a memo with a language model",
    discussion: """
      Prints a summary in which each point quotes the memo, with the time below it. A point without a \
      quote that is really in the transcript is dropped. The summary is not stored.

      The model runs on the server of 'settings assistant', which receives the transcript.
      """,
    refusedOptions: GlobalOptions.localOnly, arguments: [id]
  ) { arguments in
    try await SummarizeCommand(recording: arguments.memo()).run()
  }
}
