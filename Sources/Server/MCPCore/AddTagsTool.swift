import DatabaseClient
import Dependencies
import ServerRouter
import SharedModels

struct AddTagsTool: MCPTool {
  struct Arguments: Decodable {
    let id: Recording.ID
    let tags: [String]
  }

  @Dependency(\.database) private var database

  let description = MCPToolDescription(
    "add_tags", title: "Add tags", "Adds tags to a memo and keeps its existing ones.",
    effect: .adds, required: ["id", "tags"],
    ["id": .init(.id, "The memo's id."), "tags": .init(.texts, "The tags to add.")])

  func call(_ arguments: Arguments) async throws -> MCPChangedMemo {
    if arguments.tags.contains(where: { $0.allSatisfy(\.isWhitespace) }) {
      throw ServerProblem.badArgument("a tag must not be blank")
    }
    let change = TagChange(added: arguments.tags)
    let memo = try await database.modify(id: arguments.id) {
      $0.tags = change.applied(to: $0.tags)
    }
    return MCPChangedMemo(memo: MCPMemo(memo))
  }
}
