import Foundation

/// HTTP headers that repeat parts of the message, for routing without reading the body.
public struct MCPHeaders: Sendable {
  public var method: String?
  public var name: String?
  public var version: String?

  public init(method: String? = nil, name: String? = nil, version: String? = nil) {
    self.method = method
    self.name = name
    self.version = version
  }

  func check(_ message: MCPMessage, version: String) throws(MCPError) {
    guard self.version == version
    else {
      throw MCPError(
        .headerMismatch, "MCP-Protocol-Version must match the message's '_meta'")
    }
    guard method == message.method
    else { throw MCPError(.headerMismatch, "Mcp-Method must match the message's 'method'") }
    guard message.method == "tools/call", let tool = message.params?.name
    else { return }
    guard plainName == tool
    else { throw MCPError(.headerMismatch, "Mcp-Name must match the tool's name") }
  }

  private var plainName: String? {
    guard let name, name.hasPrefix("=?base64?"), name.hasSuffix("?="), name.utf8.count >= 11
    else { return name }
    return Data(base64Encoded: String(name.dropFirst(9).dropLast(2)))
      .flatMap { String(data: $0, encoding: .utf8) }
  }
}
