import Foundation
import ServerRouter
import SharedModels

/// The Model Context Protocol without a transport. Keeps no state between messages.
public struct MCPServer: Sendable {
  private let allowsChanges: Bool
  private let batchByteLimit: Int

  static let batchLimit = 20

  static let instructions = """
    Spoken memos with their transcripts. 'search' finds what was said and when, 'text_around' \
    returns what was said before and after a time, and 'get_memo' returns a whole transcript. Times \
    are seconds from a memo's start, and dates are in UTC.
    """

  /// - Parameter batchByteLimit: Of the answers to a batch, after which its other requests fail.
  public init(allowsChanges: Bool, batchByteLimit: Int = 8 << 20) {
    self.allowsChanges = allowsChanges
    self.batchByteLimit = batchByteLimit
  }

  /// Answers a JSON-RPC message or a batch; `nil` without an answer. `headers` is `nil` except for
  /// HTTP. `version` is the handshake's; HTTP clients send it unless their revision has batches.
  public func answer(
    to bytes: [UInt8], headers: MCPHeaders? = nil, version: String? = nil
  ) async -> MCPResponse? {
    let version = headers.map { $0.version ?? MCPVersion.batches } ?? version
    guard version == MCPVersion.batches, let messages = MCPBatch(bytes)?.messages
    else { return await answer(toMessage: bytes, headers, batchSpace: nil) }
    guard (1...Self.batchLimit).contains(messages.count)
    else {
      return MCPResponse(
        nil, MCPError(.invalidRequest, "A batch must have 1 to \(Self.batchLimit) messages"),
        isStateless: false)
    }
    var answers: [MCPResponse] = []
    var space = batchByteLimit
    for message in messages {
      if let answer = await answer(toMessage: message, headers, batchSpace: space) {
        answers.append(answer)
        space -= answer.bytes.count
      }
    }
    return MCPResponse(batch: answers)
  }

  private func answer(
    toMessage bytes: [UInt8], _ headers: MCPHeaders?, batchSpace: Int?
  ) async -> MCPResponse? {
    let message: MCPMessage
    do throws(MCPError) {
      message = try MCPMessage(bytes)
    } catch {
      return MCPResponse(nil, error, isStateless: false)
    }
    guard let method = message.method
    else { return nil }
    guard let id = message.id
    else { return refusal(ofNotificationWith: headers) }
    // `initialize` belongs to the older revisions, whatever else the message contains.
    let isStateless =
      method != "initialize"
      && (method == "server/discover" || message.params?.meta?.version != nil
        || headers?.version == MCPVersion.stateless)
    do throws(MCPError) {
      guard batchSpace == nil || !isStateless && method != "initialize"
      else { throw MCPError(.invalidRequest, "This message must not be in a batch") }
      guard batchSpace ?? 1 > 0
      else {
        throw MCPError(
          .invalidRequest, "The answers to this batch are too long: send this request again, alone")
      }
      if isStateless {
        try checkStateless(message, headers)
      } else if let version = headers?.version, !MCPVersion.handshakes.contains(version) {
        throw MCPError.unsupported(version, supported: Self.allVersions)
      }
      if message.hasBadParams {
        throw MCPError(.invalidParams, "'params' must be an object")
      }
      return try await answer(
        Request(id: id, method: method, isStateless: isStateless, params: message.params), bytes)
    } catch {
      return MCPResponse(id, error, isStateless: isStateless)
    }
  }

  private static let allVersions = MCPVersion.handshakes + [MCPVersion.stateless]

  private struct Request {
    let id: MCPRequestID
    let method: String
    let isStateless: Bool
    let params: MCPParams?
  }

  /// Notifications have no effect, but those of unknown revisions are rejected.
  private func refusal(ofNotificationWith headers: MCPHeaders?) -> MCPResponse? {
    guard let version = headers?.version, !Self.allVersions.contains(version)
    else { return nil }
    return MCPResponse(
      nil, .unsupported(version, supported: Self.allVersions), isStateless: false)
  }

  private func checkStateless(_ message: MCPMessage, _ headers: MCPHeaders?) throws(MCPError) {
    guard let meta = message.params?.meta, let version = meta.version, meta.hasCapabilities
    else {
      throw MCPError(
        .invalidParams,
        """
        'params._meta' must have 'io.modelcontextprotocol/protocolVersion' and \
        'io.modelcontextprotocol/clientCapabilities'
        """)
    }
    try headers?.check(message, version: version)
    guard !version.isEmpty
    else {
      throw MCPError(.invalidParams, "'io.modelcontextprotocol/protocolVersion' must be a string")
    }
    guard version == MCPVersion.stateless
    else { throw MCPError.unsupported(version, supported: [MCPVersion.stateless]) }
  }

  private func answer(_ request: Request, _ bytes: [UInt8]) async throws(MCPError) -> MCPResponse {
    switch (request.method, request.isStateless) {
    case ("initialize", _):
      let version = MCPVersion.handshake(requested: request.params?.protocolVersion)
      return MCPResponse(
        request.id, MCPInitializeResult(protocolVersion: version), handshake: version)
    case ("ping", false): return MCPResponse(request.id, MCPEmptyResult())
    case ("server/discover", _):
      return result(MCPDiscoverResult(), of: request, isCacheable: true)
    case ("tools/list", _):
      let tools = MCPTools.all.map(\.description).filter { allowsChanges || !$0.changesMemos }
      return result(MCPListToolsResult(tools: tools), of: request, isCacheable: true)
    case ("tools/call", _): return try await call(request, bytes)
    default:
      throw MCPError(.methodNotFound, "Unknown method '\(request.method.prefix(100))'")
    }
  }

  private func result(
    _ value: some Encodable, of request: Request, isCacheable: Bool = false, failure: String? = nil
  ) -> MCPResponse {
    request.isStateless
      ? MCPResponse(
        request.id, MCPStampedResult(result: value, isCacheable: isCacheable), failure: failure)
      : MCPResponse(request.id, value, failure: failure)
  }

  private func call(_ request: Request, _ bytes: [UInt8]) async throws(MCPError) -> MCPResponse {
    guard let name = request.params?.name
    else { throw MCPError(.invalidParams, "'params.name' must be the name of a tool") }
    guard let tool = MCPTools.all.first(where: { $0.description.name == name })
    else { throw MCPError(.invalidParams, "Unknown tool '\(name.prefix(100))'") }
    guard allowsChanges || !tool.description.changesMemos
    else {
      throw MCPError(
        .invalidParams, "The tool '\(name)' changes memos, which is not allowed here")
    }
    return try await call(tool, request, bytes)
  }

  private func call<Tool: MCPTool>(
    _ tool: Tool, _ request: Request, _ bytes: [UInt8]
  ) async throws(MCPError) -> MCPResponse {
    let arguments = try tool.description.inputSchema.arguments(Tool.Arguments.self, of: bytes)
    do {
      let output = try await tool.call(try arguments.get())
      let text = String(decoding: try JSONEncoder.speechMemo.encode(output), as: UTF8.self)
      return result(MCPCallResult(output, text: text), of: request)
    } catch {
      let problem = ServerProblem(error)
      return result(
        MCPCallResult<Tool.Output>(problem: problem.toolDetail), of: request,
        failure: problem.status.rawValue >= 500 ? String(describing: error) : nil)
    }
  }
}

extension ServerProblem {
  fileprivate var toolDetail: String {
    self == .noMemo() ? "\(detail): get ids from 'list_memos' or 'search'" : detail
  }
}
