import Foundation
import Testing

/// The program as an agent's program meets it: through the official client.
@Suite(
  .enabled(
    if: OfficialClient.isInstalled("mcp.client.streamable_http, httpx2"),
    "the Python package 'mcp' of version 2 is not there"))
struct MCPClientTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    let sound = try sandbox.file("talk.wav", Sound.tone(440))
    #expect(try sandbox.run("import", sound).status == 0)
  }

  /// Uses the library as an agent does, and prints the responses, one per line.
  private static let agent = """
    import asyncio, httpx2, os, sys
    from mcp import Client, StdioServerParameters
    from mcp.client.streamable_http import streamable_http_client

    async def use(server, mode):
      async with Client(server, mode=mode) as client:
        print(mode, client.protocol_version)
        print(*[tool.name for tool in (await client.list_tools()).tools])
        found = (await client.call_tool("search", {"query": "two"})).structured_content["hits"][0]
        memo = found["memo"]["id"]
        around = await client.call_tool(
          "text_around", {"id": memo.upper(), "time": found["places"][0]["time"]})
        print(around.structured_content["text"])
        wrong = await client.call_tool("get_memo", {"id": "x"})
        print(wrong.is_error, wrong.content[0].text)
        try:
          changed = await client.call_tool("set_title", {"id": memo, "title": mode})
          print(changed.structured_content["memo"]["title"])
        except Exception as error:
          print(error)

    async def main():
      for mode in ["legacy", "auto", "2026-07-28"]:
        if sys.argv[1].startswith("http"):
          token = {"Authorization": "Bearer " + sys.argv[2]}
          async with httpx2.AsyncClient(headers=token) as http:
            await use(streamable_http_client(sys.argv[1], http_client=http), mode)
        else:
          await use(StdioServerParameters(
            command=sys.argv[1], args=sys.argv[2:], env=dict(os.environ)), mode)

    asyncio.run(main())
    """

  private static func expected(tools: String, changed: (String) -> String) -> [String] {
    [("legacy", "2025-11-25"), ("auto", "2026-07-28"), ("2026-07-28", "2026-07-28")].flatMap {
      (mode, version) in
      [
        "\(mode) \(version)", tools, "one two three four",
        "True 'id' must be a memo's id, as returned by 'list_memos' or 'search'", changed(mode),
      ]
    }
  }

  private static let reading = "list_memos get_memo get_summary search text_around"

  @Test("An MCP client starts the server, and uses the old and the new protocol")
  func standardInput() throws {
    let agent = try sandbox.client(Self.agent)
    let read = try sandbox.script("'\(OfficialClient.python)' '\(agent)' \"$@\"", "mcp")
    #expect(read.error == "")
    #expect(
      read.output.split(separator: "\n").map(String.init)
        == Self.expected(tools: Self.reading) { _ in
          "The tool 'set_title' changes memos, which is not allowed here"
        })
    let changed = try sandbox.script(
      "'\(OfficialClient.python)' '\(agent)' \"$@\"", "mcp", "--allow-changes")
    #expect(
      changed.output.split(separator: "\n").map(String.init)
        == Self.expected(tools: "\(Self.reading) add_tags set_title") { $0 })
  }

  @Test("A remote agent queries the server and changes what its token allows")
  func server() throws {
    let agent = try sandbox.client(Self.agent)
    let token = try sandbox.run("tokens", "add", "agent", "--scope", "read,write")
    let outcome = try sandbox.script(
      """
      coproc SERVER { exec "$@"; }
      pid=$SERVER_PID
      read -r line <&"${SERVER[0]}"
      port=${line##*:}
      '\(OfficialClient.python)' '\(agent)' "http://127.0.0.1:${port%\\}*}/mcp" \(token.output)
      kill -TERM "$pid"
      wait "$pid"
      """, "serve", "--port", "0", "--json")
    #expect(
      outcome.output.split(separator: "\n").map(String.init)
        == Self.expected(tools: "\(Self.reading) add_tags set_title") { $0 }, "\(outcome.error)")
  }
}
