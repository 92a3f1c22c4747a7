import Foundation
import TestTerminal
import Testing

/// The keys of a command that draws no screen of its own.
struct KeysTests {
  @Test("Keys come one by one and unseen, and what is printed stays where it is")
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
    "A signal ends the program with the terminal given back",
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

  @Test("Ctrl-C is no key: it interrupts, and the terminal is given back")
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

  @Test("Where standard input is no terminal there are no keys")
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
