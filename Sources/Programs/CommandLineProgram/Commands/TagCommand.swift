import ArgumentParsing
import DatabaseClient
import Dependencies
import SharedModels
import Styleguide
import TerminalClient

private struct TagCommand {
  let selection: RecordingSelection
  let change: TagChange

  @Dependency(\.database) private var database
  @Dependency(\.terminal) private var terminal

  init(_ selection: RecordingSelection, _ change: TagChange) {
    self.selection = selection
    self.change = change
  }

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
    for var recording in try await selection.recordings() {
      let isChanged = change.applied(to: recording.tags) != recording.tags
      if isChanged {
        // Reads the tags again: another program may have changed them.
        recording = try await database.modify(id: recording.id) { [change] in
          $0.tags = change.applied(to: $0.tags)
        }
      }
      try terminal.note(
        "\(recording.label): \(text(of: recording.tags))",
        json: .memo(isChanged ? "tagged" : "unchanged", recording, ["tags": recording.tags]))
    }
  }

  private func listTags() async throws {
    let filter = selection.filter
    let tags =
      filter == RecordingFilter()
      ? try await database.tagCounts()
      : try await database.recordings(matching: RecordingQuery(filter: filter)).tagCounts
    let width = tags.map(\.tag.printable.columns).max() ?? 0
    for tag in tags {
      try terminal.line(
        "\(tag.tag.printable.padded(to: width))  \(tag.count.grouped)",
        json: ["count": tag.count, "tag": tag.tag])
    }
    if tags.isEmpty { terminal.hint("No memo has a tag. 'speechmemo tag ID --add TAG' adds one.") }
  }

  private func listMemos() async throws {
    let ink = Ink(terminal)
    for recording in try await selection.recordings(in: nil) {
      if terminal.isJSON {
        try terminal.json(encoding: RecordingJSON(recording))
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
}

extension CommandTable {
  static let tag: Command = {
    let added = Parameter<[String]>.options(
      "add", placeholder: "TAG", completion: .speechmemo(.tags), help: "Add this tag.",
      check: notBlank)
    let removed = Parameter<[String]>.options(
      "remove", placeholder: "TAG", completion: .speechmemo(.tags), help: "Remove this tag.",
      check: notBlank)
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
        RecordingSelection(arguments),
        TagChange(added: arguments[added], removed: arguments[removed])
      ).run()
    }
  }()
}
