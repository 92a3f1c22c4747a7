import Build
import Dependencies

struct MCPServerInfo: Encodable {
  let name = "speechmemo"
  let title = "SpeechMemo"
  let version: String

  init() {
    @Dependency(\.build) var build
    version = build.version.rawValue
  }
}

struct MCPCapabilities: Encodable {
  struct Tools: Encodable {
    let listChanged = false
  }

  let tools = Tools()
}

struct MCPInitializeResult: Encodable {
  let capabilities = MCPCapabilities()
  let instructions = MCPServer.instructions
  let protocolVersion: String
  let serverInfo = MCPServerInfo()
}

struct MCPDiscoverResult: Encodable {
  let capabilities = MCPCapabilities()
  let instructions = MCPServer.instructions
  let supportedVersions = [MCPVersion.stateless]
}

struct MCPListToolsResult: Encodable {
  let tools: [MCPToolDescription]
}

struct MCPEmptyResult: Encodable {}

struct MCPCallResult<Output: Encodable>: Encodable {
  struct Text: Encodable {
    let text: String
    let type = "text"
  }

  let content: [Text]
  let isError: Bool
  let structuredContent: Output?

  init(_ output: Output, text: String) {
    content = [Text(text: text)]
    isError = false
    structuredContent = output
  }

  init(problem: String) {
    content = [Text(text: problem)]
    isError = true
    structuredContent = nil
  }
}

/// A result with the fields that the newest revision adds to each.
struct MCPStampedResult<Result: Encodable>: Encodable {
  let result: Result
  let isCacheable: Bool

  /// In milliseconds.
  private static var lifetime: Int { 300_000 }

  private enum CodingKeys: String, CodingKey {
    case meta = "_meta"
    case cacheScope, resultType, ttlMs
  }

  private enum MetaKeys: String, CodingKey {
    case serverInfo = "io.modelcontextprotocol/serverInfo"
  }

  func encode(to encoder: any Encoder) throws {
    try result.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode("complete", forKey: .resultType)
    if isCacheable {
      // The list of tools depends on the client's scopes.
      try container.encode("private", forKey: .cacheScope)
      try container.encode(Self.lifetime, forKey: .ttlMs)
    }
    var meta = container.nestedContainer(keyedBy: MetaKeys.self, forKey: .meta)
    try meta.encode(MCPServerInfo(), forKey: .serverInfo)
  }
}
