import DatabaseClient
import Foundation
import HTTPMessages
import SharedModels
import SiteMiddleware
import TestSite
import Testing

struct MCPMiddlewareTests {
  private func makeSite(_ scopes: AccessScope...) async throws -> TestSite {
    try await TestSite(
      [TranscribedMemo(recording: .mock, transcription: .mock)], scopes: Set(scopes))
  }

  @Test("A message is answered with JSON, and a notification with nothing")
  func messages() async throws {
    let site = try await makeSite(.read)
    let reply = try await site.send(
      .post, "/mcp",
      json: """
        {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_memo",\
        "arguments":{"id":"00000000-0000-0000-0000-000000000001"}}}
        """)
    #expect(reply.status == .ok)
    #expect(reply.headers["Content-Type"] == "application/json")
    #expect(reply.text.contains("A note on the budget"))
    let silent = try await site.send(
      .post, "/mcp", json: #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#)
    #expect(silent.status == .accepted && silent.body.isEmpty)
    let batch = #"[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"x"}]"#
    let pong = try await site.send(.post, "/mcp", json: batch)
    #expect(pong.status == .ok && pong.text == #"[{"id":1,"jsonrpc":"2.0","result":{}}]"#)
    let newer = try await site.send(
      .post, "/mcp", headers: ["MCP-Protocol-Version": "2025-06-18"], json: batch)
    #expect(newer.status == .badRequest && newer.text.contains("-32600"))
    let got = try await site.send(.get, "/mcp")
    #expect(got.status == .methodNotAllowed && got.headers["Allow"] == "POST")
    #expect(try await site.send(.post, "/mcp").status == .badRequest)
  }

  @Test("Reading and writing each need a token with that scope")
  func scopes() async throws {
    let list = #"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#
    let title = """
      {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"set_title",\
      "arguments":{"id":"00000000-0000-0000-0000-000000000001","title":"New"}}}
      """
    let reader = try await makeSite(.read, .transcribe, .admin)
    #expect(try await !reader.send(.post, "/mcp", json: list).text.contains("set_title"))
    #expect(try await reader.send(.post, "/mcp", json: title).text.contains("-32602"))
    let writer = try await makeSite(.read, .write)
    #expect(try await writer.send(.post, "/mcp", json: list).text.contains("set_title"))
    #expect(try await writer.send(.post, "/mcp", json: title).text.contains(#""title":"New""#))
    #expect(try await makeSite(.write).send(.post, "/mcp", json: list).status == .forbidden)
    let nobody = try await writer.send(
      .post, "/mcp", headers: ["Authorization": "Bearer x"], json: list)
    #expect(nobody.status == .unauthorized)
  }

  @Test("The newest revision's errors have their status, and the older ones' do not")
  func statuses() async throws {
    let site = try await makeSite(.read)
    func send(_ method: String, _ header: String, version: String = "2026-07-28") async throws
      -> HTTPStatus
    {
      try await site.send(
        .post, "/mcp", headers: ["MCP-Protocol-Version": version, "Mcp-Method": header],
        json: """
          {"jsonrpc":"2.0","id":1,"method":"\(method)","params":{"_meta":{\
          "io.modelcontextprotocol/protocolVersion":"\(version)",\
          "io.modelcontextprotocol/clientCapabilities":{}}}}
          """
      ).status
    }
    #expect(try await send("server/discover", "server/discover") == .ok)
    #expect(try await send("tools/list", "tools/call") == .badRequest)
    #expect(try await send("none", "none") == .notFound)
    #expect(try await send("tools/call", "tools/call") == .badRequest)
    #expect(try await send("tools/list", "tools/list", version: "2031-01-01") == .badRequest)
    let old = try await site.send(
      .post, "/mcp", headers: ["MCP-Protocol-Version": "2025-06-18"],
      json: #"{"jsonrpc":"2.0","id":1,"method":"none"}"#)
    #expect(old.status == .ok && old.text.contains("-32601"))
    var twice: HTTPHeaders = ["MCP-Protocol-Version": "2025-06-18"]
    twice.add("MCP-Protocol-Version", "2026-07-28")
    let both = try await site.send(
      .post, "/mcp", headers: twice, json: #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#)
    #expect(both.status == .badRequest)
  }

  @Test("An internal error is logged and not in the response")
  func failure() async throws {
    let site = try await TestSite {
      $0.libraries[0] = SiteConfig.Library(
        $0.libraries[0].folder, database: $0.libraries[0].database.broken)
    }
    let reply = try await site.send(
      .post, "/mcp",
      json: #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_memos"}}"#)
    #expect(reply.status == .ok && reply.text.contains(#""isError":true"#))
    #expect(!reply.text.contains("secret"))
    #expect(site.visits.value.last?.failure?.contains("secret") == true)
  }
}

extension DatabaseClient {
  /// The same, but that its memos cannot be read.
  fileprivate var broken: Self {
    var broken = self
    broken.recordings = { _ in
      throw DatabaseError.unavailable(path: "/secret", detail: "it is gone")
    }
    return broken
  }
}
