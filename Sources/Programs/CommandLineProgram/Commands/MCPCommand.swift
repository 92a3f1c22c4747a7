import ArgumentParsing
import Dependencies
import MCPCore
import Styleguide
import TerminalClient

struct MCPCommand {
  var allowsChanges = false

  @Dependency(\.terminal) private var terminal

  private static let limit = 1 << 20

  func run() async throws {
    let server = MCPServer(allowsChanges: allowsChanges)
    var lines = InputLines(limit: Self.limit)
    var version: String?
    while true {
      let bytes = try await terminal.input(byteLimit: 1 << 16)
      for line in bytes.isEmpty ? lines.last() : lines.whole(after: bytes) {
        guard let answer = await server.answer(to: line, version: version)
        else { continue }
        version = answer.handshake ?? version
        if let failure = answer.failure { terminal.warn(failure.printable) }
        try terminal.line(String(decoding: answer.bytes, as: UTF8.self))
      }
      if bytes.isEmpty { return }
    }
  }
}

/// Lines of a stream, without empty ones. Overlong lines are truncated and thus invalid.
private struct InputLines {
  let limit: Int
  private var rest: [UInt8] = []

  init(limit: Int) {
    self.limit = limit
  }

  mutating func whole(after bytes: [UInt8]) -> [[UInt8]] {
    var parts = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)[...]
    var lines: [[UInt8]] = []
    while let part = parts.popFirst() {
      rest += part.prefix(max(limit + 1 - rest.count, 0))
      if !parts.isEmpty { lines += last() }
    }
    return lines
  }

  mutating func last() -> [[UInt8]] {
    defer { rest = [] }
    return rest.allSatisfy { $0 == 0x20 || $0 == 0x0d } ? [] : [rest]
  }
}

extension CommandTable {
  static let mcp: Command = {
    let changes = Parameter.flag(
      "allow-changes", help: "Allow the agent to tag and rename memos.")
    return Command(
      "mcp", summary: "Give an agent access to the library over the Model Context Protocol",
      discussion: """
        The agent's program starts this command and communicates with it over standard input and \
        output until the input ends. The agent can list, read and search memos. It cannot change \
        anything without --allow-changes.
        """,
      options: [changes], refusedOptions: ["json": "it already speaks JSON"]
    ) { arguments in
      try await MCPCommand(allowsChanges: arguments[changes]).run()
    }
  }()
}
