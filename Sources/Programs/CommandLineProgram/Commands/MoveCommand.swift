import ArgumentParsing
import BackupCore
import Dependencies
import FileStorage
import Foundation
import SharedModels
import Styleguide
import TerminalClient

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
      else { throw arguments.usageError("no destination given: add --to FOLDER") }
      @Dependency(\.terminal) var terminal
      let url = XDGFolders().url(of: folder, isDirectory: true)
      var isDone = true
      let recordings = try await RecordingSelection(arguments).recordings()
      try await MemoMover(to: url)(recordings) { recording, outcome in
        let memo = "\(recording.id.short)  \(recording.title.printable)"
        switch outcome {
        case .moved:
          try terminal.line(
            "\(memo): moved to \(url.path.printable)", json: .memo("moved", recording))
        case .finished:
          try terminal.line(
            "\(memo): was already in \(url.path.printable), from an interrupted move",
            json: .memo("finished", recording))
        case .stayed(let problem):
          try terminal.warn(of: problem)
          if terminal.isJSON { try terminal.json(.memo("stayed", recording)) }
          isDone = false
        }
      }
      if !isDone { throw CommandFailure.alreadyReported }
    }
  }()
}
