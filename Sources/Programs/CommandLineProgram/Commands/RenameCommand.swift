import ArgumentParsing
import DatabaseClient
import Dependencies
import SharedModels
import Styleguide
import TerminalClient

extension CommandTable {
  static let rename: Command = {
    let title = Parameter<[String]>.arguments("TITLE", help: "The new title.")
    return Command("rename", summary: "Change the title of a memo", arguments: [id, title]) {
      arguments in
      @Dependency(\.database) var database
      @Dependency(\.terminal) var terminal
      guard let title = Recording.title(typed: arguments[title].joined(separator: " "))
      else { throw CommandFailure("a memo's title cannot be empty; enter a title") }
      let found = try await arguments.memo()
      guard found.title != title
      else {
        return try terminal.note(
          "\(found.label): nothing was changed", json: .memo("unchanged", found))
      }
      let recording = try await database.modify(id: found.id) { $0.title = title }
      try terminal.note(
        "\(recording.id.short): \(found.title.printable) → \(title.printable)",
        json: .memo("renamed", recording, ["oldTitle": found.title]))
    }
  }()
}
