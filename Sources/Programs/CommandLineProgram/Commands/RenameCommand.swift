import ArgumentParsing
import DatabaseClient
import Dependencies
import SharedModels
import Styleguide
import TerminalClient

struct RenameCommand {
  var id: String
  var title: String
  var json = false

  @Dependency(\.terminal) private var terminal
  @Dependency(\.database) private var database

  func run() async throws {
    guard let title = Recording.title(typed: self.title)
    else { throw CommandFailure("a memo's title cannot be empty; enter a title") }
    let found = try await RecordingReference(id).recording()
    let recording = try await database.modify(id: found.id) { $0.title = title }
    if json {
      var event = MemoEvent(.renamed, recording)
      event.oldTitle = found.title
      try terminal.json(event)
    } else {
      terminal.note("\(recording.id.short): \(found.title.printable) → \(title.printable)")
    }
  }
}

extension CommandTable {
  static let rename: Command = {
    let title = Parameter<[String]>.arguments("TITLE", help: "The new title.")
    return Command("rename", summary: "Change the title of a memo", arguments: [id, title]) {
      arguments in
      try await RenameCommand(
        id: arguments[id], title: arguments[title].joined(separator: " "), json: arguments[json]
      ).run()
    }
  }()
}
