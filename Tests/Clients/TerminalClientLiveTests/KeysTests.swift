import Foundation
import TestTerminal
import Testing

/// Keys of a command without a full screen.
struct KeysTests {
  @Test("Keys arrive one by one without echo, and output stays in place")
  func usual() async throws {
    try await onItsOwnThread {
      let terminal = try Terminal()
      try terminal.start("keys")
      try terminal.expect("<ready>")
      #expect(!terminal.isCooked)
      terminal.type("x")
      try terminal.expect("<key x>")
      terminal.type("\u{1b}[A")
      try terminal.expect("<key ↑>")
      terminal.type("q")
      let (text, status) = terminal.finish()
      #expect(text.contains("done"))
      #expect(!text.contains("\u{1b}[?1049"))
      #expect(status == 0)
      #expect(terminal.isCooked)
    }
  }

  @Test(
    "A signal ends the program and restores the terminal",
    arguments: [SIGTERM, SIGHUP, SIGQUIT, SIGKILL])
  func signals(signal: Int32) async throws {
    try await onItsOwnThread {
      let terminal = try Terminal()
      try terminal.start("keys")
      try terminal.expect("<ready>")
      #expect(!terminal.isCooked)
      terminal.signal(signal)
      #expect(terminal.finish().status & 0x7f == signal)
      #expect(terminal.isCooked)
    }
  }

  @Test("Ctrl-C interrupts instead of being a key, and the terminal is restored")
  func interrupt() async throws {
    try await onItsOwnThread {
      let terminal = try Terminal()
      try terminal.start("keys")
      try terminal.expect("<ready>")
      terminal.type("\u{3}")
      #expect(terminal.finish().status & 0x7f == SIGINT)
      #expect(terminal.isCooked)
    }
  }

  @Test("Without a terminal as standard input there are no keys")
  func noTerminal() async throws {
    try await onItsOwnThread {
      let terminal = try Terminal()
      try terminal.start("keys", input: "/dev/null")
      let (text, status) = terminal.finish()
      #expect(text.contains("done"))
      #expect(status == 0)
    }
  }
}
