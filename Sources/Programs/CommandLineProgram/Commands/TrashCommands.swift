import ArgumentParsing
import DatabaseClient
import Dependencies
import ImportCore
import SharedModels
import Styleguide
import TerminalClient

/// `speechmemo delete`: moves memos to the trash.
struct DeleteCommand {
  var selection: RecordingSelection

  @Dependency(\.terminal) private var terminal
  @Dependency(\.database) private var database
  @Dependency(\.date.now) private var now

  func run() async throws {
    let recordings = try await selection.recordings()
    try await database.trash(ids: recordings.map(\.id), at: now)
    for recording in recordings {
      terminal.note("\(recording.id.short) \(recording.title.printable): moved to the trash")
    }
    terminal.note("'speechmemo undo' restores \(recordings.count == 1 ? "it" : "them").")
  }
}

/// `speechmemo undo`: restores memos from the trash, without an ID those deleted last.
struct UndoCommand {
  var ids: [String] = []

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
    else { throw CommandFailure("the trash is empty: there is nothing to restore") }
    try await database.restore(ids: recordings.map(\.id))
    for recording in recordings {
      terminal.note("\(recording.id.short) \(recording.title.printable): back in the library")
    }
  }
}

/// `speechmemo empty-trash`: permanently deletes everything in the trash.
struct EmptyTrashCommand {
  @Dependency(\.terminal) private var terminal

  func run() async throws {
    let outcome = try await TrashEmptier()()
    guard !outcome.forgotten.isEmpty
    else {
      terminal.note("The trash is empty.")
      return
    }
    for failure in outcome.failures {
      terminal.note(
        "speechmemo: \(failure.file.path.printable) cannot be deleted: \(failure.reason)")
    }
    let count = outcome.forgotten.count
    terminal.note(
      """
      \(count) memo\(count == 1 ? "" : "s") permanently deleted, \
      \(outcome.byteCount.fileSize) freed
      """)
    guard outcome.failures.isEmpty
    else { throw CommandFailure.alreadyReported }
  }
}

extension CommandTable {
  static let delete = Command(
    "delete", aliases: ["rm"], summary: "Move memos to the trash", options: FilterOptions.all,
    arguments: [optionalIDs]
  ) { arguments in
    try await DeleteCommand(
      selection: RecordingSelection(arguments, ids: arguments[optionalIDs])
    ).run()
    return .done
  }

  static let undo = Command(
    "undo", summary: "Restore memos from the trash",
    discussion: "Without an ID, restores those deleted last.", arguments: [optionalIDs]
  ) { arguments in
    try await UndoCommand(ids: arguments[optionalIDs]).run()
    return .done
  }

  static let emptyTrash = Command(
    "empty-trash", summary: "Permanently delete everything in the trash"
  ) { _ in
    try await EmptyTrashCommand().run()
    return .done
  }
}
