import ArgumentParsing
import DatabaseClient
import Dependencies
import SharedModels
import Styleguide
import TerminalClient

/// `speechmemo list`: the memos, newest first.
struct ListCommand {
  var filter = RecordingFilter()
  var json = false
  var limit: Int?
  var place = RecordingQuery.Place.library

  @Dependency(\.terminal) private var terminal
  @Dependency(\.database) private var database
  @Dependency(\.timeZone) private var timeZone

  /// How many memos are read and written at a time, so that a long list stays small in memory.
  private static let pageSize = 1000

  func run() async throws {
    var line = RecordingLine(ink: Ink(terminal), timeZone: timeZone)
    var after: RecordingQuery.Position?
    var rest = limit ?? .max
    var isEmpty = true
    while rest > 0 {
      let page = try await database.recordings(
        matching: RecordingQuery(
          place: place, filter: filter, after: after, limit: min(rest, Self.pageSize)))
      guard let last = page.last
      else { break }
      isEmpty = false
      var text = ""
      for recording in page {
        text += json ? try RecordingJSON(recording).line : line.text(for: recording)
        text += "\n"
      }
      try terminal.print(text: text, to: .output)
      rest -= page.count
      after = RecordingQuery.Position(after: last)
    }
    if isEmpty, !json {
      terminal.note(
        filter != RecordingFilter()
          ? "There is no such memo."
          : place == .trash
            ? "The trash is empty."
            : "No memos yet. Add one with 'speechmemo import FILE'.")
    }
  }
}

extension CommandTable {
  static let list: Command = {
    let limit = Parameter<Int?>.option(
      "limit", placeholder: "N", help: "Only the newest N.", check: positive)
    let trash = Parameter.flag("trash", help: "List the trash instead of the library.")
    return Command(
      "list", aliases: ["ls"], summary: "List the memos, newest first",
      options: FilterOptions.all + [limit, trash, json]
    ) { arguments in
      try await ListCommand(
        filter: FilterOptions.filter(arguments), json: arguments[json], limit: arguments[limit],
        place: arguments[trash] ? .trash : .library
      ).run()
      return .done
    }
  }()
}
