import Foundation
import TestTerminal
import Testing

struct LiveTerminalTests {
  private static let taken = "\u{1b}[?1049h"
  private static let givenBack = "\u{1b}[?1049l"

  @Test("Keys and sizes arrive, and the terminal is restored")
  func usual() async throws {
    try await onItsOwnThread {
      let terminal = try Terminal(columns: 100, rows: 30)
      try terminal.start()
      try terminal.expect(Self.taken)
      try terminal.expect("<ready 100x30>")
      #expect(!terminal.isCooked)
      terminal.type("x\u{3}\u{1a}")
      try terminal.expect("<byte 120><byte 3><byte 26>")
      terminal.resize(columns: 20, rows: 5)
      try terminal.expect("<resized 20x5>")
      terminal.type("q")
      let before = try terminal.expect(Self.givenBack)
      #expect(before.contains("\u{1b}[?25h") && before.contains("\u{1b}[?2004l"))
      let (text, status) = terminal.finish()
      #expect(text.contains("done"))
      #expect(!text.contains(Self.givenBack), "it is given back once")
      #expect(status == 0)
    }
  }

  @Test(
    "The terminal is restored and the exit status is correct, whatever ends the program",
    arguments: [
      ("a", SIGABRT), ("o", SIGSEGV), ("s", SIGSEGV), ("t", SIGILL),
    ])
  func crashes(key: String, signal: Int32) async throws {
    try await onItsOwnThread {
      let terminal = try Terminal()
      try terminal.start()
      try terminal.expect("<ready 80x24>")
      terminal.type(key)
      try terminal.expect(Self.givenBack)
      let (_, status) = terminal.finish()
      #expect([signal, key == "t" ? SIGTRAP : signal].contains(status & 0x7f))
    }
  }

  @Test(
    "A signal ends the program and restores the terminal",
    arguments: [SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGKILL])
  func signals(signal: Int32) async throws {
    try await onItsOwnThread {
      let terminal = try Terminal()
      try terminal.start()
      try terminal.expect("<ready 80x24>")
      terminal.signal(signal)
      try terminal.expect(Self.givenBack)
      #expect(terminal.finish().status & 0x7f == signal)
    }
  }

  @Test("A program that exits early restores the terminal")
  func exits() async throws {
    try await onItsOwnThread {
      let terminal = try Terminal()
      try terminal.start()
      try terminal.expect("<ready 80x24>")
      terminal.type("e")
      try terminal.expect(Self.givenBack)
      #expect(terminal.finish().status == 3 << 8)
    }
  }

  @Test("Suspending restores the terminal, and resuming takes it again", arguments: ["z", ""])
  func stop(key: String) async throws {
    try await onItsOwnThread {
      let terminal = try Terminal()
      try terminal.start()
      try terminal.expect("<ready 80x24>")
      if key.isEmpty { terminal.signal(SIGTSTP) } else { terminal.type(key) }
      try terminal.expect(Self.givenBack)
      // The kernel does not stop a session without a parent that could continue it: the terminal is
      // taken back immediately, or here.
      terminal.signal(SIGCONT)
      try terminal.expect(Self.taken)
      try terminal.expect("<resumed>")
      terminal.type("q")
      try terminal.expect(Self.givenBack)
      #expect(terminal.finish().status == 0)
    }
  }

  @Test("While the terminal is lent, its keys go elsewhere, and drawing is dropped")
  func lend() async throws {
    try await onItsOwnThread {
      let terminal = try Terminal()
      try terminal.start()
      try terminal.expect("<ready 80x24>")
      terminal.type("l")
      try terminal.expect(Self.givenBack)
      try terminal.expect("lent")
      #expect(terminal.isCooked)
      terminal.type("a line\n")
      let meanwhile = try terminal.expect("read a line")
      #expect(!meanwhile.contains("unseen"))
      try terminal.expect(Self.taken)
      try terminal.expect("<resumed>")
      #expect(!terminal.isCooked)
      terminal.type("xq")
      try terminal.expect("<byte 120>")
      try terminal.expect(Self.givenBack)
      #expect(terminal.finish().status == 0)
    }
  }

  @Test("A terminal that cannot be drawn on is refused, and left alone")
  func dumb() async throws {
    try await onItsOwnThread {
      let terminal = try Terminal()
      try terminal.start(type: "dumb")
      let (text, status) = terminal.finish()
      #expect(text.hasPrefix("refused: cannot draw on this terminal (TERM=dumb)"))
      #expect(!text.contains("\u{1b}"))
      #expect(status == 1 << 8)
    }
  }

  @Test("A file that is not a terminal is refused with the reason")
  func noTerminal() async throws {
    try await onItsOwnThread {
      let terminal = try Terminal()
      try terminal.start(input: "/dev/null")
      let (text, status) = terminal.finish()
      #expect(text.hasPrefix("refused: this needs a terminal, but the input is not one"))
      #expect(status == 1 << 8)
    }
  }
}
