public import ArgumentParsing
public import DatabaseClient
import Dependencies
import SharedModels
import Styleguide
import TerminalClient

private struct ListCommand {
  let query: RecordingQuery

  @Dependency(\.database) private var database
  @Dependency(\.terminal) private var terminal

  init(_ query: RecordingQuery) {
    self.query = query
  }

  /// Pages limit the memory. A short first one appears soon; each page costs a change of threads.
  private static let pageSizes = (first: 1000, later: 5000)

  func run() async throws {
    var line = RecordingLine(ink: Ink(terminal))
    var page = try await page(after: nil, limit: query.limit ?? .max)
    if page.isEmpty { terminal.hint(emptyText) }
    var count = 0
    while let last = page.last {
      count += page.count
      let rest = (query.limit ?? .max) - count
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
  }

  private var emptyText: String {
    if query.filter != RecordingFilter() { return "No matching memos." }
    return query.place == .trash
      ? "The trash is empty." : "No memos yet. Add one with 'speechmemo import FILE'."
  }

  private func page(after last: Recording?, limit: Int) async throws -> [Recording] {
    guard limit > 0
    else { return [] }
    var query = query
    query.after = last.map { RecordingQuery.Position(after: $0, in: query.order) }
    query.limit = min(limit, last == nil ? Self.pageSizes.first : Self.pageSizes.later)
    return try await database.recordings(matching: query)
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
        RecordingQuery(
          place: arguments[trash] ? .trash : .library, filter: FilterOptions.filter(arguments),
          order: arguments[sort], limit: arguments[limit])
      ).run()
    }
  }()
}

extension RecordingOrder: ArgumentValue {}
