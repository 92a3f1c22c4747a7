import ArgumentParsing
import DatabaseClient
import Dependencies
import ImportCore
import SharedModels
import Styleguide
import TerminalClient

extension CommandTable {
  static let delete = Command(
    "delete", aliases: ["rm"], summary: "Move memos to the trash", options: FilterOptions.all,
    arguments: [optionalIDs]
  ) { arguments in
    @Dependency(\.database) var database
    @Dependency(\.date.now) var now
    @Dependency(\.terminal) var terminal
    let recordings = try await RecordingSelection(arguments).recordings()
    try await database.trash(ids: recordings.map(\.id), at: now)
    for recording in recordings {
      try terminal.note(
        "\(recording.label): moved to the trash", json: .memo("trashed", recording))
    }
    terminal.hint("'speechmemo undo' restores \(recordings.count == 1 ? "it" : "them").")
  }

  static let emptyTrash: Command = {
    let yes = Parameter.flag("yes", short: "y", help: "Do not ask for confirmation.")
    return Command(
      "empty-trash", summary: "Permanently delete everything in the trash",
      discussion: """
        Asks for confirmation first. Where standard input or standard error is not a terminal, as \
        in a script, it needs --yes.
        """,
      options: [yes]
    ) { arguments in
      @Dependency(\.database) var database
      @Dependency(\.terminal) var terminal
      let trash = try await database.recordings(matching: RecordingQuery(place: .trash))
      if !arguments[yes], !trash.isEmpty, try await !isConfirmed(trash) {
        throw CommandFailure("nothing was deleted")
      }
      // Memos trashed after the question are not deleted.
      let outcome = try await TrashEmptier()(trash.map(\.id))
      if terminal.isJSON {
        for recording in outcome.deleted { try terminal.json(.memo("deleted", recording)) }
      }
      guard !outcome.deleted.isEmpty
      else { return terminal.note("The trash is empty.") }
      for failure in outcome.failures {
        let advice =
          failure.isRetried
          ? "'speechmemo recover' tries again"
          : "delete it yourself, or 'speechmemo recover' brings the memo back"
        try terminal.warn(
          "\(failure.file.path.printable) cannot be deleted: \(failure.reason); \(advice)",
          json: ["event": "failed", "file": failure.file.path, "reason": failure.reason])
      }
      terminal.note(
        """
        \(outcome.deleted.count.counted("memo")) permanently deleted, \
        \(outcome.byteCount.fileSize) freed
        """)
      if !outcome.failures.isEmpty { throw CommandFailure.alreadyReported }
    }
  }()

  private static func isConfirmed(_ trash: [Recording]) async throws -> Bool {
    @Dependency(\.terminal) var terminal
    let size = trash.audioByteCount.fileSize
    let memos = trash.count.counted("memo")
    let isConfirmed = try await terminal.isConfirmed(
      "Permanently delete \(memos), \(size)? This cannot be undone. [y/N] ")
    guard let isConfirmed
    else {
      throw CommandFailure(
        "nothing was deleted: add --yes to permanently delete \(memos) without being asked")
    }
    return isConfirmed
  }
}
