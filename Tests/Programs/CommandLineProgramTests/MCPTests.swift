import Foundation
import Testing

struct MCPTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession([.numbered(1, title: "One")])
  }

  @Test("Each line is answered with one, until the input ends")
  func lines() async {
    let outcome = await session.run(
      "mcp",
      input: """
        {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}

        {"jsonrpc":"2.0","method":"notifications/initialized"}
        nonsense\r
        {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"list_memos"}}
        """)
    #expect(outcome.status == 0 && outcome.error == "")
    let objects = outcome.objects
    #expect(objects.count == 3 && outcome.output.hasSuffix("}\n"))
    #expect(objects.map { $0["id"] as? Int } == [1, nil, 2])
    #expect((objects.dropFirst().first?["error"] as? [String: Any])?["code"] as? Int == -32700)
    #expect(outcome.output.contains(#""title":"One""#))
  }

  @Test("A batch is answered after a handshake of the revision that has batches")
  func batches() async {
    func initialize(_ version: String) -> String {
      #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"\#(version)"}}"#
    }
    let batch = #"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#
    let pong = #"[{"id":1,"jsonrpc":"2.0","result":{}}]"#
    let outcome = await session.run(
      "mcp",
      input: [batch, initialize("2025-03-26"), batch, batch, initialize("2025-11-25"), batch]
        .joined(separator: "\n"))
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.map { $0 == pong } == [false, false, true, true, false, false])
    #expect(lines.first?.contains("-32600") == true && lines.last?.contains("-32600") == true)
  }

  @Test("Messages are accepted up to a limit")
  func long() async {
    func ping(_ length: Int) -> String {
      let padding = String(repeating: "a", count: length)
      return #"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":"\#(padding)"}}"#
    }
    let outcome = await session.run(
      "mcp", input: [ping(200_000), ping(2_000_000), ping(1)].joined(separator: "\n") + "\n")
    let objects = outcome.objects
    #expect(objects.map { $0["result"] != nil } == [true, false, true])
    #expect((objects[1]["error"] as? [String: Any])?["code"] as? Int == -32700)
  }

  @Test("Memos are changed only with permission")
  func changes() async {
    let input = """
      {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"set_title",\
      "arguments":{"id":"00000000-0000-0000-0000-000000000001","title":"New"}}}
      """
    let refused = await session.run("mcp", input: input)
    #expect(refused.output.contains("-32602"))
    #expect(await session.run("list").output.contains("One"))
    let allowed = await session.run("mcp", "--allow-changes", input: input)
    #expect(allowed.output.contains(#""isError":false"#))
    #expect(await session.run("list").output.contains("New"))
  }

  @Test("A library error goes to standard error, not to the response")
  func failure() async {
    let outcome = await session.run(
      "mcp",
      input: #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_memos"}}"#
    ) {
      $0.database.recordings = { _ in throw Failure() }
    }
    #expect(outcome.status == 0)
    #expect(outcome.error == "speechmemo: the disk is gone\n")
    #expect(outcome.output.contains(#""isError":true"#) && !outcome.output.contains("disk"))
  }

  private struct Failure: Error, CustomStringConvertible {
    var description: String { "the disk is gone" }
  }
}
