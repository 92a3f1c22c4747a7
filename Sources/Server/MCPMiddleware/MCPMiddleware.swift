public import DatabaseClient
public import HTTPMessages
import MCPCore

/// The Model Context Protocol over HTTP: one message, one answer, and nothing kept in between.
public struct MCPMiddleware: Sendable {
  private let server: MCPServer

  /// - Parameter scopes: What the visitor may do. What reads is for all of them.
  public init(scopes: Set<AccessScope>) {
    server = MCPServer(allowsChanges: scopes.contains(.write))
  }

  /// Answers the message.
  ///
  /// - Parameter failure: Set to what went wrong here, if something did, for the site's log.
  public func answer(
    _ message: [UInt8], _ request: HTTPRequest, failure: inout String?
  ) async -> HTTPResponse {
    let answer = await server.answer(
      to: message,
      headers: MCPHeaders(
        method: request.value(of: "Mcp-Method"), name: request.value(of: "Mcp-Name"),
        version: request.value(of: "MCP-Protocol-Version")))
    guard let answer
    else { return HTTPResponse(.accepted) }
    failure = answer.failure
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
  /// What a field says. Two of them are none of the values that one can have.
  fileprivate func value(of name: String) -> String? {
    let values = headers.values(of: name)
    return values.isEmpty ? nil : values.joined(separator: ", ")
  }
}
