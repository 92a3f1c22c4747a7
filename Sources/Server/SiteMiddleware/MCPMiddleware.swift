import DatabaseClient
import HTTPMessages
import MCPCore

struct MCPMiddleware: Sendable {
  private let server: MCPServer

  /// Tools that only read need no scope.
  init(scopes: Set<AccessScope>) {
    server = MCPServer(allowsChanges: scopes.contains(.write))
  }

  func respond(to message: [UInt8], _ request: HTTPRequest) async -> HTTPResponse {
    let answer = await server.answer(
      to: message,
      headers: MCPHeaders(
        method: request.value(of: "Mcp-Method"), name: request.value(of: "Mcp-Name"),
        version: request.value(of: "MCP-Protocol-Version")))
    guard let answer
    else { return HTTPResponse(.accepted) }
    RequestFacts.note { $0.failure = answer.failure }
    let status: HTTPStatus =
      switch answer.outcome {
      case .answered: .ok
      case .malformed: .badRequest
      case .unknownMethod: .notFound
      }
    return HTTPResponse(
      status, headers: ["Content-Type": "application/json"], content: .bytes(answer.bytes))
  }
}

extension HTTPRequest {
  /// Repeated fields are joined, so they match no valid value.
  fileprivate func value(of name: String) -> String? {
    let values = headers.values(of: name)
    return values.isEmpty ? nil : values.joined(separator: ", ")
  }
}
