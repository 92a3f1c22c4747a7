import DatabaseClient
import Dependencies
import ServerRouter
import SharedModels

struct SetTitleTool: MCPTool {
  struct Arguments: Decodable {
    let id: Recording.ID
    let title: String
  }

  @Dependency(\.database) private var database

  let description = MCPToolDescription(
    "set_title", title: "Set a title", "Changes a memo's title.",
    effect: .replaces, required: ["id", "title"],
    ["id": .init(.id, "The memo's id."), "title": .init(.text, "The new title, on one line.")])

  func call(_ arguments: Arguments) async throws -> MCPChangedMemo {
    guard let title = Recording.title(typed: arguments.title)
    else {
      throw ServerProblem.badArgument("a memo's title cannot be empty")
    }
    let memo = try await database.modify(id: arguments.id) { $0.title = title }
    return MCPChangedMemo(memo: MCPMemo(memo))
  }
}
