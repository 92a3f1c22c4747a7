protocol MCPTool: Sendable {
  associatedtype Arguments: Decodable
  associatedtype Output: Encodable

  var description: MCPToolDescription { get }

  func call(_ arguments: Arguments) async throws -> Output
}

struct MCPToolDescription: Encodable {
  private struct Annotations: Encodable {
    let destructiveHint: Bool
    let idempotentHint = true
    let openWorldHint = false
    let readOnlyHint: Bool
  }

  let name: String
  let title: String
  let description: String
  let inputSchema: MCPSchema
  private let annotations: Annotations

  var changesMemos: Bool { !annotations.readOnlyHint }

  enum Effect {
    case adds, none, replaces
  }

  init(
    _ name: String, title: String, _ description: String, effect: Effect = .none,
    required: [String] = [], _ properties: [String: MCPSchema.Property]
  ) {
    annotations = Annotations(destructiveHint: effect == .replaces, readOnlyHint: effect == .none)
    self.description = description
    inputSchema = MCPSchema(properties: properties, required: required)
    self.name = name
    self.title = title
  }
}

enum MCPTools {
  static var all: [any MCPTool] {
    [
      ListMemosTool(), GetMemoTool(), GetSummaryTool(), SearchTool(), TextAroundTool(),
      AddTagsTool(), SetTitleTool(),
    ]
  }
}
