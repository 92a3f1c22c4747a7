import DatabaseClient
import Dependencies
import ServerRouter

struct ListMemosTool: MCPTool {
  struct Arguments: Decodable {
    let after: MemoCursor?
    let from: MCPMoment?
    let limit: Double?
    let tag: String?
    let until: MCPMoment?
  }

  struct Output: Encodable {
    let memos: [MCPMemo]
    let next: MemoCursor?
  }

  @Dependency(\.database) private var database

  let description = MCPToolDescription(
    "list_memos", title: "List memos",
    "Lists the library's memos, newest first, without those in the trash.",
    [
      "after": .init(.cursor, "The 'next' value of the previous page."),
      "from": .init(.moment, "Only memos from this day or time on."),
      "limit": .init(
        .count(maximum: MemoListRequest.maximumLimit), "The maximum number of memos. Default: 50."),
      "tag": .init(.text, "Only memos with this tag."),
      "until": .init(.moment, "Only memos before this day or time."),
    ])

  func call(_ arguments: Arguments) async throws -> Output {
    var list = MemoListRequest()
    list.after = arguments.after
    list.from = arguments.from?.date
    list.limit = try description.inputSchema.count(arguments.limit, "limit") ?? list.limit
    list.tags = arguments.tag.map { [$0] } ?? []
    list.until = arguments.until?.date
    let page = list.page(of: try await database.recordings(matching: list.query))
    return Output(memos: page.memos.map(MCPMemo.init), next: page.next)
  }
}
