import DatabaseClient
import Foundation
import MCPCore
import Testing

/// Messages besides tools: initialization and errors.
struct ProtocolTests {
  private let library = MCPLibrary()

  @Test(
    "An agent that initializes gets its revision, or the newest with a handshake",
    arguments: [
      ("2024-11-05", "2024-11-05"), ("2025-03-26", "2025-03-26"), ("2025-06-18", "2025-06-18"),
      ("2025-11-25", "2025-11-25"), ("2026-07-28", "2025-11-25"), ("1.0", "2025-11-25"),
    ])
  func initialize(asked: String, spoken: String) async throws {
    let answer = try #require(
      try await library.answer(
        """
        {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"\(asked)",\
        "capabilities":{},"clientInfo":{"name":"test","version":"1"}}}
        """))
    let result = try #require(answer.object["result"] as? [String: Any])
    #expect(answer.object["id"] as? Int == 0)
    #expect(result["protocolVersion"] as? String == spoken)
    #expect(answer.answer.handshake == spoken)
    #expect((result["serverInfo"] as? [String: String])?["version"] == "1.2.3")
    #expect((result["capabilities"] as? [String: Any])?["tools"] != nil)
    #expect(result["resultType"] == nil, "it is not of that revision")
  }

  @Test("A ping is answered, and a notification or an answer is not")
  func silence() async throws {
    let pong = try await library.answer(#"{"jsonrpc":"2.0","id":"p","method":"ping"}"#)
    #expect(
      pong.map { String(decoding: $0.answer.bytes, as: UTF8.self) }
        == #"{"id":"p","jsonrpc":"2.0","result":{}}"#)
    for message in [
      #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
      #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#,
      #"{"jsonrpc":"2.0","method":"tools/call"}"#,
      #"{"jsonrpc":"2.0","id":7,"result":{}}"#,
      #"{"jsonrpc":"2.0","id":7,"error":{"code":1,"message":""}}"#,
    ] {
      #expect(try await library.answer(message) == nil, "\(message)")
    }
  }

  @Test("The newest revision has no handshake: it describes the server and stamps results")
  func discover() async throws {
    let answer = try #require(try await library.answer(stateless("server/discover")))
    let result = try #require(answer.object["result"] as? [String: Any])
    #expect(result["supportedVersions"] as? [String] == ["2026-07-28"])
    #expect(result["resultType"] as? String == "complete")
    #expect(result["cacheScope"] as? String == "private")
    #expect(result["ttlMs"] as? Int == 300_000)
    let meta = result["_meta"] as? [String: [String: String]]
    #expect(meta?["io.modelcontextprotocol/serverInfo"]?["name"] == "speechmemo")
    let call = try await library.answer(stateless("tools/call", #""name":"list_memos","#))
    let called = try #require(call?.object["result"] as? [String: Any])
    #expect(called["resultType"] as? String == "complete")
    #expect(called["ttlMs"] == nil, "what a library has changes")
  }

  @Test(
    "Invalid messages and unknown methods have their error codes",
    arguments: [
      ("", -32700), ("{", -32700), ("\u{FEFF}{", -32700), ("nonsense", -32700), ("1", -32600),
      ("[]", -32600), ("null", -32600), ("{}", -32600), (#""text""#, -32600),
      (#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, -32600),
      (#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, -32600),
      (#"{"jsonrpc":2,"id":1,"method":"ping"}"#, -32600),
      (#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32600),
      (#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, -32600),
      (#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, -32600),
      (#"{"jsonrpc":"2.0","id":1,"method":7}"#, -32600),
      (#"{"jsonrpc":"2.0","id":1}"#, -32600),
      (#"{"jsonrpc":"2.0","id":1,"method":"resources/list"}"#, -32601),
      (#"{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}"#, -32602),
      (#"{"jsonrpc":"2.0","id":1,"method":"tools/call"}"#, -32602),
      (#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":7}}"#, -32602),
      (#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"rm"}}"#, -32602),
      (
        #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search","arguments":[]}}"#,
        -32602
      ),
      (#"{"jsonrpc":"2.0","id":1,"method":"server/discover"}"#, -32602),
      (stateless("ping"), -32601), (stateless("server/discover", version: "7"), -32602),
      (stateless("tools/list", version: #""2031-01-01""#), -32022),
      (stateless("tools/list", version: #""2025-11-25""#), -32022),
    ])
  func errors(message: String, code: Int) async throws {
    let answer = try #require(try await library.answer(message))
    let error = try #require(answer.object["error"] as? [String: Any])
    #expect(error["code"] as? Int == code, "\(error)")
    #expect((error["message"] as? String)?.contains("\n") == false)
    #expect(answer.object["id"] != nil, "it is null where it is not known")
  }

  @Test("An unsupported revision is refused with the supported ones")
  func versions() async throws {
    let answer = try await library.answer(stateless("tools/list", version: #""2031-01-01""#))
    let error = answer?.object["error"] as? [String: Any]
    let data = error?["data"] as? [String: Any]
    #expect(data?["requested"] as? String == "2031-01-01")
    #expect(data?["supported"] as? [String] == ["2026-07-28"])
    #expect(answer?.answer.outcome == .malformed)
  }

  @Test("In the newest revision, request headers must match the message")
  func headers() async throws {
    let message = stateless("tools/call", #""name":"list_memos","#)
    func code(_ headers: MCPHeaders) async throws -> Int? {
      (try await library.answer(message, headers: headers)?.object["error"] as? [String: Any])?[
        "code"] as? Int
    }
    var headers = MCPHeaders(method: "tools/call", name: "list_memos", version: "2026-07-28")
    #expect(try await code(headers) == nil)
    headers.name = "=?base64?bGlzdF9tZW1vcw==?="
    #expect(try await code(headers) == nil)
    for name in ["get_memo", "=?base64?!?=", "=?base64?=", nil] {
      headers.name = name
      #expect(try await code(headers) == -32020, "\(name ?? "nil")")
    }
    #expect(
      try await code(MCPHeaders(name: "list_memos", version: "2026-07-28")) == -32020)
    #expect(try await code(MCPHeaders(method: "tools/call", name: "list_memos")) == -32020)
    let old = try await library.answer(
      #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#, headers: MCPHeaders(version: "2025-06-18"))
    #expect(old?.object["result"] != nil)
    let unknown = try await library.answer(
      #"{"jsonrpc":"2.0","method":"ping"}"#, headers: MCPHeaders(version: "7"))
    #expect(unknown?.answer.outcome == .malformed, "a notification, too")
  }

  @Test("A batch of the revision that has batches gets the answers to its requests, in order")
  func batches() async throws {
    let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#
    let list = #"""
      {"jsonrpc":"2.0","id":"b","method":"tools/call",\#
      "params":{"name":"list_memos","arguments":{"limit":1}}}
      """#
    let notification = #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#
    let initialize = #"{"jsonrpc":"2.0","id":3,"method":"initialize","params":{}}"#
    let messages = [ping, notification, list, "7", initialize, stateless("tools/list")]
    for (version, headers): (String?, MCPHeaders?) in [
      ("2025-03-26", nil), (nil, MCPHeaders()), (nil, MCPHeaders(version: "2025-03-26")),
    ] {
      let answers = try #require(
        try await library.answers(to: messages, version: version, headers: headers))
      #expect(answers.map { "\($0["id"] ?? "")" } == ["1", "b", "<null>", "3", "a"])
      #expect(
        answers.map { ($0["error"] as? [String: Any])?["code"] as? Int }
          == [nil, nil, -32600, -32600, -32600])
      let result = answers[1]["result"] as? [String: Any]
      #expect(result?["isError"] as? Bool == false)
      #expect(
        try await library.answers(to: [notification], version: version, headers: headers) == nil)
      for messages in [[], Array(repeating: ping, count: 21)] {
        let refused = try await library.answers(to: messages, version: version, headers: headers)
        #expect((refused?.first?["error"] as? [String: Any])?["code"] as? Int == -32600)
        #expect(refused?.count == 1)
      }
    }
    let deep = String(repeating: "[", count: 100_000)
    #expect(try await library.answers(to: [deep], version: "2025-03-26")?.first?["error"] != nil)
  }

  @Test("Once the answers to a batch are too long, its other requests get errors and do nothing")
  func longBatch() async throws {
    func call(_ id: Int, _ title: String) -> String {
      """
      {"jsonrpc":"2.0","id":\(id),"method":"tools/call","params":{"name":"set_title",\
      "arguments":{"id":"\(MCPLibrary.ids[0])","title":"\(title)"}}}
      """
    }
    let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#
    let answers = try #require(
      try await library.answers(
        to: [ping, call(2, "First"), call(3, "Second"), ping], version: "2025-03-26",
        allowsChanges: true, batchByteLimit: 100))
    #expect(answers.map { $0["id"] as? Int } == [1, 2, 3, 1])
    let codes = answers.map { ($0["error"] as? [String: Any])?["code"] as? Int }
    #expect(codes == [nil, nil, -32600, -32600])
    let memos = try await library.database.recordings(matching: RecordingQuery())
    #expect(memos.contains { $0.title == "First" } && !memos.contains { $0.title == "Second" })
  }

  @Test(
    "Other revisions have no batches", arguments: ["2024-11-05", "2025-06-18", "2025-11-25", nil])
  func noBatches(version: String?) async throws {
    let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#
    for headers in [nil, version.map { MCPHeaders(version: $0) }] {
      let answers = try await library.answers(to: [ping], version: version, headers: headers)
      let error = try #require(answers?.first?["error"] as? [String: Any])
      #expect(error["code"] as? Int == -32600)
      #expect((error["message"] as? String)?.contains("only revision 2025-03-26") == true)
    }
  }

  @Test("Truncated, corrupted and deeply nested messages do not crash the server")
  func damaged() async throws {
    let whole = Array(stateless("tools/call", #""name":"search","arguments":{"query":"a"},"#).utf8)
    for end in whole.indices {
      let part = String(decoding: whole[..<end], as: UTF8.self)
      #expect((try await library.answer(part)?.object["error"] as? [String: Any]) != nil, "\(part)")
    }
    for place in whole.indices {
      for byte: UInt8 in [0, 0x22, 0x5b, 0x7b, 0x39, 0xff, 0x5c] {
        var bytes = whole
        bytes[place] = byte
        _ = try await library.answer(bytes)
      }
    }
    let deep = String(repeating: "[", count: 100_000)
    #expect(try await library.answer(deep)?.object["error"] != nil)
    for text in [#""\ud800""#, "1e999", "-", "123456789012345678901234567890", #""\u0000""#] {
      _ = try await library.answer(
        #"{"jsonrpc":"2.0","id":\#(text),"method":"ping"}"#)
      _ = try await library.call("text_around", #"{"id":\#(text),"time":\#(text)}"#)
      _ = try await library.call("list_memos", #"{"limit":\#(text)}"#)
    }
  }
}
