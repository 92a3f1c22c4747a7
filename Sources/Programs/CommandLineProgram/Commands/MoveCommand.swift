import ArgumentParsing
import BackupCore
import FileStorage
import Foundation
import SharedModels
import Styleguide

struct MoveCommand {
  var selection: RecordingSelection
  var folder: String
  var json = false

  func run() async throws {
    let url = XDGFolders().url(of: folder, isDirectory: true)
    let recordings = try await selection.recordings()
    let report = ProblemReport(json: json)
    var isDone = true
    try await MemoMover(to: url)(recordings) { recording, outcome in
      let (event, text): (String, String)
      switch outcome {
      case .moved: (event, text) = ("moved", "moved to \(url.path.printable)")
      case .finished:
        (event, text) = (
          "finished", "was already in \(url.path.printable), from an interrupted move"
        )
      case .stayed(let problem):
        try report.problems([problem])
        isDone = false
        guard json
        else { return }
        (event, text) = ("stayed", "")
      }
      try report.done(
        Event(event: event, id: recording.id.text, title: recording.title),
        "\(recording.id.short)  \(recording.title.printable): \(text)")
    }
    guard isDone
    else { throw CommandFailure.alreadyReported }
  }

  private struct Event: Encodable {
    let event: String
    let id: String
    let title: String
  }
}

extension CommandTable {
  static let move: Command = {
    let to = Parameter<String?>.option(
      "to", placeholder: "FOLDER", completion: .folders, help: "The other library's folder.")
    return Command(
      "move", aliases: ["mv"], summary: "Move memos to another library",
      discussion: """
        Moves memos with their audio, transcripts, titles and tags. FOLDER is the other library's \
        SPEECHMEMO_HOME; it is created if it is missing. A memo is removed from this library only \
        after it has been saved in the other. If a move is interrupted in between, the memo is in \
        both libraries, and the next move finishes it.
        """,
      options: [to] + FilterOptions.all, refusedOptions: GlobalOptions.localOnly,
      arguments: [optionalIDs]
    ) { arguments in
      guard let folder = arguments[to]
      else { throw arguments.mistake("no destination given: add --to FOLDER") }
      try await MoveCommand(
        selection: RecordingSelection(arguments, ids: arguments[optionalIDs]), folder: folder,
        json: arguments[json]
      ).run()
    }
  }()
}
