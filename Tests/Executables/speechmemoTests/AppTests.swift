import Foundation
import TestTerminal
import Testing

/// The app on a terminal, as the user starts and quits it.
struct AppTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
  }

  private var environment: [String: String] {
    sandbox.environment().merging([
      "TERM": "xterm-256color", "XDG_CONFIG_HOME": sandbox.path("config"),
    ]) { $1 }
  }

  /// A row's parts in one draw, also after an empty list.
  private static let row = "0:01"

  /// A library with a memo, so that the app begins with the list.
  private func addMemo() throws {
    let path = try sandbox.file("memo.wav", Sound.tone())
    let outcome = try sandbox.run("import", "--no-wait", path)
    #expect(outcome.status == 0, "\(outcome.error)")
  }

  private func app(_ arguments: String..., columns: UInt16 = 80, rows: UInt16 = 24) throws
    -> Terminal
  {
    let terminal = try Terminal(columns: columns, rows: rows)
    try terminal.start(Sandbox.program, arguments, environment: environment)
    return terminal
  }

  /// The program has ended well, and the terminal is as it was.
  private func expectEnd(_ terminal: Terminal, sourceLocation: SourceLocation = #_sourceLocation) {
    let (text, status) = terminal.finish()
    #expect(text.contains("\u{1b}[?1049l"), "\(text)", sourceLocation: sourceLocation)
    #expect(status == 0, "\(text)", sourceLocation: sourceLocation)
    #expect(terminal.isCooked, sourceLocation: sourceLocation)
  }

  @Test("Without arguments, on a terminal, the app opens; q quits it, and the position is kept")
  func quit() async throws {
    try addMemo()
    try await onItsOwnThread {
      let terminal = try app()
      try terminal.expect(Self.row)
      terminal.type("2")
      try terminal.expect("Search:")
      terminal.type("\u{3}")
      expectEnd(terminal)
    }
    let file = sandbox.home.appendingPathComponent("navigation.json")
    #expect(try String(contentsOf: file, encoding: .utf8).contains("search"))
    try await onItsOwnThread {
      let again = try app()
      try again.expect("Search:")
      again.type("\u{1b}[Z")
      try again.expect("rename")
      again.type("q")
      expectEnd(again)
    }
  }

  @Test(
    "Terminating the app restores the terminal, and nothing is lost",
    arguments: [SIGTERM, SIGINT, SIGHUP])
  func signals(signal: Int32) async throws {
    try addMemo()
    try await onItsOwnThread {
      let terminal = try app()
      try terminal.expect(Self.row)
      terminal.signal(signal)
      expectEnd(terminal)
    }
    try sandbox.expectWhole(memoCount: 1)
  }

  @Test("When its window is closed the app ends")
  func closedWindow() async throws {
    try addMemo()
    let status = try await onItsOwnThread {
      let terminal = try app()
      try terminal.expect(Self.row)
      let child = terminal.child
      terminal.hangUp()
      var status: Int32 = 0
      waitpid(child, &status, 0)
      return status & 0x7f
    }
    #expect(status == 0)
    try sandbox.expectWhole(memoCount: 1)
  }

  @Test("Neither a small terminal, nor a large paste, nor nonsense, nor a new size breaks it")
  func hardship() async throws {
    try addMemo()
    try await onItsOwnThread {
      let terminal = try app(columns: 20, rows: 5)
      try terminal.expect("rename")
      terminal.type("/")
      terminal.type("\u{1b}[200~" + String(repeating: "ä word ", count: 130_000) + "\u{1b}[201~")
      try terminal.expect("memos. Esc shows")
      terminal.type("\u{1b}\u{1b}[999;999;999~\u{1b}]8;;nonsense\u{7}\u{1b}[<0;500;500M\u{0}")
      for (columns, rows) in [(1, 1), (200, 60), (7, 90), (80, 24)] as [(UInt16, UInt16)] {
        terminal.resize(columns: columns, rows: rows)
      }
      terminal.type("\u{1b}")
      try terminal.expect("rename")
      terminal.type("\u{3}")
      expectEnd(terminal)
    }
  }

  @Test("A link opens a memo; a broken one is reported")
  func link() async throws {
    try addMemo()
    let id = try #require(try sandbox.memos().first?["id"] as? String)
    try await onItsOwnThread {
      let terminal = try app("speechmemo://recordings/\(id.prefix(6))?t=0.2")
      try terminal.expect("play")
      terminal.type("q")
      expectEnd(terminal)
      let nowhere = try app("speechmemo://recordings/\(id.prefix(6))0000")
      try nowhere.expect("The link cannot be opened.")
      nowhere.type("\rq")
      expectEnd(nowhere)
    }
  }

  @Test("Speakers of a memo are detected in the app")
  func speakers() async throws {
    let path = try sandbox.file("memo.wav", Sound.tone(seconds: 1))
    try sandbox.run("import", path).expectSuccess()
    try await onItsOwnThread {
      let terminal = try app()
      try terminal.expect(Self.row)
      terminal.type("\r")
      try terminal.expect("segment")
      terminal.type("S")
      try terminal.expect("Detect speakers")
      terminal.type("\r")
      try terminal.expect("Detected 2 speakers.")
      terminal.type("\u{3}")
      expectEnd(terminal)
    }
    let speakers = try sandbox.run("speakers", "list", "last", "--json")
    #expect(speakers.objects.compactMap { $0["label"] as? String } == ["Speaker 1", "Speaker 2"])
  }

  @Test("An unsupported terminal is reported in one line")
  func dumb() async throws {
    try await onItsOwnThread {
      let terminal = try Terminal()
      try terminal.start(
        Sandbox.program, environment: environment.merging(["TERM": "dumb"]) { $1 })
      let (text, status) = terminal.finish()
      #expect(status >> 8 == 1)
      #expect(text.hasPrefix("speechmemo: cannot draw on this terminal (TERM=dumb)"))
    }
  }

  @Test("Typing changes the user's own library; without a terminal there is no app")
  func rename() async throws {
    try addMemo()
    try await onItsOwnThread {
      let terminal = try app(columns: 60, rows: 8)
      try terminal.expect("rename")
      terminal.type("r\u{15}Garden")
      try terminal.expect("Garden")
      // Enter closes the sheet, and the list has the new title.
      terminal.type("\r")
      try terminal.expect("Garden")
      terminal.type("q")
      expectEnd(terminal)
    }
    #expect(try sandbox.memos().map { $0["title"] as? String } == ["Garden"])
    try sandbox.run().expectComplaint(saying: "the app needs a terminal", status: 2)
  }
}
