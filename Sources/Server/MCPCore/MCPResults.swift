import Build
import Dependencies

/// Which program this is.
struct MCPServerInfo: Encodable {
  let name = "speechmemo"
  let title = "SpeechMemo"
  let version: String

  init() {
    @Dependency(\.build) var build
    version = build.version.rawValue
  }
}

/// What the server can do.
struct MCPCapabilities: Encodable {
  struct Tools: Encodable {
    let listChanged = false
  }

  let tools = Tools()
}

/// What a client is told that begins in the old way.
struct MCPInitializeResult: Encodable {
  let capabilities = MCPCapabilities()
  let instructions = MCPServer.instructions
  let protocolVersion: String
  let serverInfo = MCPServerInfo()
}

/// What a client is told that asks who answers here.
struct MCPDiscoverResult: Encodable {
  let capabilities = MCPCapabilities()
  let instructions = MCPServer.instructions
  let supportedVersions = [MCPVersion.stateless]
}

/// The tools that there are.
struct MCPListToolsResult: Encodable {
  let tools: [MCPToolDescription]
}

/// Nothing to tell.
struct MCPEmptyResult: Encodable {}

/// What a tool has found or done, as data and as the same in text, or why not.
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

/// A result with what the newest revision adds to each.
struct MCPStampedResult<Result: Encodable>: Encodable {
  let result: Result
  /// Whether it may be kept for a while by the client that got it.
  let isCacheable: Bool

  /// How long, in milliseconds.
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
      // Which tools there are depends on who asks.
      try container.encode("private", forKey: .cacheScope)
      try container.encode(Self.lifetime, forKey: .ttlMs)
    }
    var meta = container.nestedContainer(keyedBy: MetaKeys.self, forKey: .meta)
    try meta.encode(MCPServerInfo(), forKey: .serverInfo)
  }
}
