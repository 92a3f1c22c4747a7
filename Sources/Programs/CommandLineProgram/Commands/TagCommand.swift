import ArgumentParsing
import DatabaseClient
import Dependencies
import SharedModels
import Styleguide
import TerminalClient

struct TagCommand {
  var selection: RecordingSelection
  var change = TagChange()
  var json = false

  @Dependency(\.terminal) private var terminal
  @Dependency(\.database) private var database

  func run() async throws {
    if change != TagChange() {
      try await apply()
    } else if selection.ids.isEmpty {
      try await listTags()
    } else {
      try await listMemos()
    }
  }

  private func apply() async throws {
    let recordings = try await selection.recordings()
    for var recording in recordings {
      let isChanged = change.applied(to: recording.tags) != recording.tags
      if isChanged {
        // Reads the tags again: another program may have changed them.
        recording = try await database.modify(id: recording.id) { [change] in
          $0.tags = change.applied(to: $0.tags)
        }
      }
      if json {
        var event = MemoEvent(isChanged ? .tagged : .unchanged, recording)
        event.tags = recording.tags
        try terminal.json(event)
      } else {
        terminal.note(
          "\(recording.id.short) \(recording.title.printable): \(text(of: recording.tags))")
      }
    }
  }

  private func listTags() async throws {
    let memos = try await database.recordings(matching: RecordingQuery(filter: selection.filter))
    let tags = memos.tagCounts
    let width = tags.map(\.tag.printable.columns).max() ?? 0
    for tag in tags {
      if json {
        try terminal.json(Line(count: tag.count, tag: tag.tag))
      } else {
        try terminal.line("\(tag.tag.printable.padded(to: width))  \(tag.count.grouped)")
      }
    }
    if tags.isEmpty, !json {
      terminal.note("No memo has a tag. 'speechmemo tag ID --add TAG' adds one.")
    }
  }

  private func listMemos() async throws {
    let ink = Ink(terminal)
    for recording in try await selection.recordings(in: nil) {
      if json {
        try terminal.json(RecordingJSON(recording))
      } else {
        try terminal.line(
          "\(ink.bold(recording.id.short))  \(recording.title.printable): \(text(of: recording.tags))"
        )
      }
    }
  }

  private func text(of tags: [String]) -> String {
    tags.isEmpty ? "no tags" : tags.map(\.printable).joined(separator: ", ")
  }

  private struct Line: Encodable {
    let count: Int
    let tag: String
  }
}

extension CommandTable {
  static let tag: Command = {
    let added = Parameter<[String]>.options(
      "add", placeholder: "TAG", help: "Add this tag.", check: isTag)
    let removed = Parameter<[String]>.options(
      "remove", placeholder: "TAG", help: "Remove this tag.", check: isTag)
    return Command(
      "tag", summary: "Add, remove or list tags",
      discussion: """
        Without --add and --remove, lists the tags of the given memos, or without IDs all tags, each \
        with its number of memos. To rename a tag: --tag OLD --add NEW --remove OLD. Tags are not \
        case-sensitive.
        """,
      options: [added, removed] + FilterOptions.all, arguments: [optionalIDs]
    ) { arguments in
      try await TagCommand(
        selection: RecordingSelection(arguments, ids: arguments[optionalIDs]),
        change: TagChange(added: arguments[added], removed: arguments[removed]),
        json: arguments[json]
      ).run()
    }
  }()

  @Sendable private static func isTag(_ text: String) -> String? {
    text.allSatisfy(\.isWhitespace) ? "must not be blank" : nil
  }
}
