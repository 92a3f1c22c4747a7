public import ArgumentParsing
public import DatabaseClient
import Dependencies
import SharedModels
import Styleguide
import TerminalClient

struct ListCommand {
  var filter = RecordingFilter()
  var limit: Int?
  var order = RecordingOrder.newest
  var place = RecordingQuery.Place.library

  @Dependency(\.terminal) private var terminal
  @Dependency(\.database) private var database
  @Dependency(\.timeZone) private var timeZone

  /// Pages limit the memory for long lists. A short first page appears soon; the others are longer,
  /// since each page costs a change of threads.
  private static let pageSizes = (first: 1000, later: 5000)

  func run() async throws {
    var line = RecordingLine(ink: Ink(terminal), timeZone: timeZone)
    var page = try await page(after: nil, limit: limit ?? .max)
    var count = 0
    let isEmpty = page.isEmpty
    while let last = page.last {
      count += page.count
      let rest = (limit ?? .max) - count
      async let next = self.page(after: last, limit: rest)
      var text = ""
      for recording in page {
        if terminal.isJSON {
          text += try RecordingJSON(recording).line
        } else {
          line.write(recording, to: &text)
        }
        text += "\n"
      }
      try terminal.print(text: text, to: .output)
      page = try await next
    }
    if isEmpty {
      terminal.hint(
        filter != RecordingFilter()
          ? "No matching memos."
          : place == .trash
            ? "The trash is empty."
            : "No memos yet. Add one with 'speechmemo import FILE'.")
    }
  }
}

extension ListCommand {
  private func page(after last: Recording?, limit: Int) async throws -> [Recording] {
    guard limit > 0
    else { return [] }
    return try await database.recordings(
      matching: RecordingQuery(
        place: place, filter: filter, order: order,
        after: last.map { RecordingQuery.Position(after: $0, in: order) },
        limit: min(limit, last == nil ? Self.pageSizes.first : Self.pageSizes.later)))
  }
}

extension CommandTable {
  static let list: Command = {
    let limit = Parameter<Int?>.option(
      "limit", placeholder: "N", help: "Only the first N memos.", check: positive)
    let sort = Parameter.option(
      "sort", default: RecordingOrder.newest, placeholder: "ORDER",
      help: "The sort order.")
    let trash = Parameter.flag("trash", help: "List the trash instead of the library.")
    return Command(
      "list", aliases: ["ls"], summary: "List the memos",
      options: FilterOptions.all + [sort, limit, trash]
    ) { arguments in
      try await ListCommand(
        filter: FilterOptions.filter(arguments), limit: arguments[limit],
        order: arguments[sort], place: arguments[trash] ? .trash : .library
      ).run()
    }
  }()
}

extension RecordingOrder: ArgumentValue {}
