import ArgumentParsing
import DatabaseClient
import Dependencies
import Foundation
import SharedModels
import Styleguide
import TerminalClient

struct UndoCommand {
  @Dependency(\.database) private var database
  @Dependency(\.date.now) private var now
  @Dependency(\.terminal) private var terminal

  private struct Revert {
    let recording: Recording
    let current: TextVersion
    let target: TextVersion
    var change: Change?
  }

  private enum Change: String {
    case edit, transcript
  }

  func lastChange() async throws {
    let trashed = try await lastTrashed()
    if let edit = try await database.history.lastEdit(),
      edit.date > trashed.first?.trashedAt ?? .distantPast
    {
      let edited = try await database.recordings(matching: RecordingQuery(ids: [edit.memo]))
      for recording in edited { try await revert([lastEdit(of: recording)]) }
      return
    }
    guard !trashed.isEmpty
    else {
      throw CommandFailure(
        """
        nothing to undo: the trash is empty, and no edit is left; 'speechmemo undo ID' also reverts a \
        new transcript
        """)
    }
    try await restore(trashed)
  }

  /// Changes nothing unless all of the memos have something to undo.
  func callAsFunction(_ ids: [String]) async throws {
    var (trashed, reverts): ([Recording], [Revert]) = ([], [])
    for text in ids {
      let recording = try await RecordingReference(text).recordingToUndo()
      if trashed.contains(recording) || reverts.contains(where: { $0.recording == recording }) {
        continue
      }
      if recording.isTrashed {
        trashed.append(recording)
      } else {
        reverts.append(try await lastEdit(of: recording))
      }
    }
    try await restore(trashed)
    try await revert(reverts)
  }

  func callAsFunction(_ recording: Recording, to number: Int) async throws {
    let versions = try await database.history.versions(of: recording.id)
    guard let current = versions.current,
      let target = versions.first(where: { $0.number == number }).map(versions.origin)
    else {
      throw CommandFailure(
        """
        the text of \(recording.label) has no version \(number); 'speechmemo history \
        \(recording.id.short)' lists all versions
        """)
    }
    guard versions.origin(of: current) != target
    else {
      return try terminal.note(
        "\(recording.label): nothing was changed", json: .memo("unchanged", recording))
    }
    try await revert([Revert(recording: recording, current: current, target: target)])
  }

  /// Memos deleted by one command have the same date.
  private func lastTrashed() async throws -> [Recording] {
    let trash = try await database.recordings(matching: RecordingQuery(place: .trash))
    let last = trash.compactMap(\.trashedAt).max()
    return trash.filter { $0.trashedAt == last }
  }

  private func lastEdit(of recording: Recording) async throws -> Revert {
    let versions = try await database.history.versions(of: recording.id)
    guard let current = versions.current, let target = versions.undone
    else {
      let hint =
        versions.count > 1 ? "; 'speechmemo history \(recording.id.short)' lists all versions" : ""
      throw CommandFailure(
        "nothing to undo: the text of \(recording.label) has no earlier version\(hint)")
    }
    let isEdit = versions.origin(of: current).author == .user
    return Revert(
      recording: recording, current: current, target: target, change: isEdit ? .edit : .transcript)
  }

  private func restore(_ recordings: [Recording]) async throws {
    try await database.restore(ids: recordings.map(\.id))
    for recording in recordings {
      try terminal.note(
        "\(recording.label): back in the library", json: .memo("restored", recording))
    }
  }

  private func revert(_ reverts: [Revert]) async throws {
    for revert in reverts {
      let (recording, current) = (revert.recording, revert.current.number)
      let target = revert.target.number
      do {
        try await database.history.restore(
          of: recording.id, version: target, current: current, at: now)
      } catch DatabaseError.conflict(let text) {
        throw DatabaseError.conflict(text.printable)
      }
      let remark = revert.change == .transcript ? ", from before the new transcript" : ""
      try terminal.note(
        "\(recording.label): back to version \(target) of the text\(remark)",
        json: .memo(
          "reverted", recording,
          ["version": target, "replaced": current, "undone": revert.change?.rawValue]))
      terminal.hint(
        "'speechmemo undo \(recording.id.short) --to \(current)' restores the text from before.")
    }
  }
}

extension CommandTable {
  static let undo: Command = {
    let ids = Parameter<[String]>.arguments(
      "ID", completion: .speechmemo(.undo), isRequired: false, help: "The memos' IDs or titles.")
    let version = Parameter<Int?>.option(
      "to", placeholder: "VERSION",
      help: "Restore this version of the memo's text, as 'history' lists them.")
    return Command(
      "undo", summary: "Undo the last deletion or change of a text",
      discussion: """
        Without an ID, undoes the most recent change of any memo, be it a deletion, an edit of a \
        text, or a new transcript that replaced an edited text, and prints which. Other new transcripts are undone only with an ID. Memos deleted together are \
        restored together. With IDs, restores the memos that are in the trash. Of the others, it \
        brings back the text from before the last edit or transcription; repeated, it goes back step \
        by step. Undoing adds a version to the memo's history, so it can be undone with --to.
        """,
      options: [version], arguments: [ids]
    ) { arguments in
      let (ids, version) = (arguments[ids], arguments[version])
      guard let version
      else { return try await ids.isEmpty ? UndoCommand().lastChange() : UndoCommand()(ids) }
      guard ids.count == 1
      else { throw arguments.usageError("--to needs one ID") }
      try await UndoCommand()(RecordingReference(ids[0]).recording(), to: version)
    }
  }()
}
