import ArgumentParsing
import DatabaseClient
import Dependencies
import ImportCore
import SharedModels
import Styleguide
import TerminalClient

struct DeleteCommand {
  var selection: RecordingSelection
  var json = false

  @Dependency(\.terminal) private var terminal
  @Dependency(\.database) private var database
  @Dependency(\.date.now) private var now

  func run() async throws {
    let recordings = try await selection.recordings()
    try await database.trash(ids: recordings.map(\.id), at: now)
    if json {
      for recording in recordings { try terminal.json(MemoEvent(.trashed, recording)) }
      return
    }
    for recording in recordings {
      terminal.note("\(recording.id.short) \(recording.title.printable): moved to the trash")
    }
    terminal.note("'speechmemo undo' restores \(recordings.count == 1 ? "it" : "them").")
  }
}

struct UndoCommand {
  var ids: [String] = []
  var json = false

  @Dependency(\.terminal) private var terminal
  @Dependency(\.database) private var database

  func run() async throws {
    var recordings: [Recording] = []
    if ids.isEmpty {
      let trash = try await database.recordings(matching: RecordingQuery(place: .trash))
      // Memos deleted by one command have the same date.
      let last = trash.compactMap(\.trashedAt).max()
      recordings = trash.filter { $0.trashedAt == last }
    } else {
      recordings = try await ids.recordings(in: .trash)
    }
    guard !recordings.isEmpty
    else { throw CommandFailure("the trash is empty: nothing to restore") }
    try await database.restore(ids: recordings.map(\.id))
    for recording in recordings {
      if json {
        try terminal.json(MemoEvent(.restored, recording))
      } else {
        terminal.note("\(recording.id.short) \(recording.title.printable): back in the library")
      }
    }
  }
}

struct EmptyTrashCommand {
  var asks = true
  var json = false

  @Dependency(\.terminal) private var terminal
  @Dependency(\.database) private var database

  func run() async throws {
    let trash = try await database.recordings(matching: RecordingQuery(place: .trash))
    if asks, !trash.isEmpty, try await !isConfirmed(trash) {
      throw CommandFailure("nothing was deleted")
    }
    // Memos trashed after the question are not deleted.
    let outcome = try await TrashEmptier()(trash.map(\.id))
    if json {
      for recording in outcome.deleted { try terminal.json(MemoEvent(.deleted, recording)) }
    }
    guard !outcome.deleted.isEmpty
    else {
      terminal.note("The trash is empty.")
      return
    }
    for failure in outcome.failures {
      terminal.warn(
        "\(failure.file.path.printable) cannot be deleted: \(failure.reason)")
    }
    let count = outcome.deleted.count
    terminal.note(
      """
      \(count.counted("memo")) permanently deleted, \
      \(outcome.byteCount.fileSize) freed
      """)
    guard outcome.failures.isEmpty
    else { throw CommandFailure.alreadyReported }
  }

  /// Returns `true` if there is no terminal to ask on.
  private func isConfirmed(_ trash: [Recording]) async throws -> Bool {
    let size = trash.audioByteCount.fileSize
    let memos = trash.count.counted("memo")
    let answer = try await terminal.ask(
      question: "Permanently delete \(memos), \(size)? This cannot be undone. [y/N] ")
    return answer.map { ["y", "yes"].contains($0.lowercased()) } ?? true
  }
}

extension CommandTable {
  static let delete = Command(
    "delete", aliases: ["rm"], summary: "Move memos to the trash", options: FilterOptions.all,
    arguments: [optionalIDs]
  ) { arguments in
    try await DeleteCommand(
      selection: RecordingSelection(arguments, ids: arguments[optionalIDs]), json: arguments[json]
    ).run()
  }

  static let undo: Command = {
    let ids = Parameter<[String]>.arguments(
      "ID", completion: .speechmemo(.trash), isRequired: false, help: "The memos' IDs or titles.")
    return Command(
      "undo", summary: "Restore memos from the trash",
      discussion: "Without an ID, restores the most recently deleted memos.", arguments: [ids]
    ) { arguments in
      try await UndoCommand(ids: arguments[ids], json: arguments[json]).run()
    }
  }()

  static let emptyTrash: Command = {
    let yes = Parameter.flag("yes", short: "y", help: "Do not ask for confirmation.")
    return Command(
      "empty-trash", summary: "Permanently delete everything in the trash",
      discussion: """
        Asks for confirmation first, unless standard input or standard error is not a terminal, as \
        in a script.
        """,
      options: [yes]
    ) { arguments in
      try await EmptyTrashCommand(asks: !arguments[yes], json: arguments[json]).run()
    }
  }()
}
