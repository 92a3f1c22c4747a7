import ArgumentParsing
import Dependencies
import MCPCore
import Styleguide
import TerminalClient

/// `speechmemo mcp`: answers an agent, message by message, until its input ends.
struct MCPCommand {
  var allowsChanges = false

  @Dependency(\.terminal) private var terminal

  /// How long a message can be, in bytes: as long as one by HTTP.
  private static let limit = 1 << 20

  func run() async throws {
    let server = MCPServer(allowsChanges: allowsChanges)
    var lines = InputLines(limit: Self.limit)
    while true {
      let bytes = try await terminal.input(byteLimit: 1 << 16)
      for line in bytes.isEmpty ? lines.last() : lines.whole(after: bytes) {
        guard let answer = await server.answer(to: line)
        else { continue }
        if let failure = answer.failure { terminal.note("speechmemo: \(failure.printable)") }
        try terminal.line(String(decoding: answer.bytes, as: UTF8.self))
      }
      if bytes.isEmpty { return }
    }
  }
}

/// The lines of an input that comes in pieces. Of a line that is too long its beginning is left,
/// which is no message; empty ones are left out.
private struct InputLines {
  let limit: Int
  private var rest: [UInt8] = []

  init(limit: Int) {
    self.limit = limit
  }

  /// The lines that are whole with these bytes.
  mutating func whole(after bytes: [UInt8]) -> [[UInt8]] {
    var parts = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)[...]
    var lines: [[UInt8]] = []
    while let part = parts.popFirst() {
      // One byte more shows that it is too long.
      rest += part.prefix(max(limit + 1 - rest.count, 0))
      if !parts.isEmpty { lines += last() }
    }
    return lines
  }

  /// What the input ends with, without a line break.
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
      return .done
    }
  }()
}
