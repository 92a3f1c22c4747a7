import Foundation
import TestPrograms
import TestTerminal
import Testing

/// Text typed into the app is restored, however the app ended.
struct TypedTextTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    let path = try sandbox.file("memo.wav", Sound.tone(seconds: 1))
    try sandbox.run("import", path).expectSuccess()
  }

  private func app(editor: String = "false") throws -> Terminal {
    let terminal = try Terminal()
    try terminal.start(
      Sandbox.program,
      environment: sandbox.environment().merging([
        "EDITOR": editor, "TERM": "xterm-256color", "TMPDIR": sandbox.folder.path,
        "XDG_CONFIG_HOME": sandbox.path("config"),
      ]) { $1 })
    return terminal
  }

  /// The app while the first sentence is being edited: two parts are typed, of which the second is
  /// not stored yet.
  private func typing() throws -> Terminal {
    let terminal = try app()
    try terminal.expect("0:01")
    terminal.type("\r")
    try terminal.expect("segment")
    terminal.type("e")
    try terminal.expect("Edit:")
    for piece in [" and what", " one says"] {
      terminal.type("\u{1b}[200~\(piece)\u{1b}[201~")
      try terminal.expect(piece.dropFirst().description)
    }
    return terminal
  }

  /// The restarted app, which restores the typed text in its field; it is saved there.
  private func expectTyped(_ text: String, thenSaved saved: String) async throws {
    try await onItsOwnThread {
      let again = try app()
      try again.expect("You have unsaved text here")
      try again.expect(text)
      again.type("\r")
      try again.expect("undo")
      again.type("\u{3}")
      let end = again.finish()
      #expect(end.status == 0, "\(end.text)")
    }
    #expect(try sandbox.text(of: "memo") == saved)
  }

  @Test(
    "A request to end in the middle of a sentence keeps the sentence",
    arguments: [SIGTERM, SIGHUP, SIGINT])
  func signals(signal: Int32) async throws {
    try await onItsOwnThread {
      let terminal = try typing()
      terminal.signal(signal)
      let end = terminal.finish()
      #expect(end.status == 0, "\(end.text)")
      #expect(terminal.isCooked)
    }
    try await expectTyped(
      "one two and what one says", thenSaved: "one two and what one says three four")
  }

  @Test("A window that is closed in the middle of a sentence keeps the sentence")
  func closedWindow() async throws {
    try await onItsOwnThread {
      let terminal = try typing()
      let child = terminal.child
      terminal.hangUp()
      var status: Int32 = 0
      waitpid(child, &status, 0)
    }
    try await expectTyped(
      "one two and what one says", thenSaved: "one two and what one says three four")
  }

  @Test("A killed program loses at most the last second of typing")
  func killed() async throws {
    try await onItsOwnThread {
      let terminal = try typing()
      terminal.signal(SIGKILL)
      #expect(terminal.finish().status & 0x7f == SIGKILL)
    }
    // The first text was written at once.
    try await onItsOwnThread {
      let again = try app()
      try again.expect("You have unsaved text here")
      try again.expect("one two and what")
      again.type("\u{3}")
      _ = again.finish()
    }
  }

  @Test("Text in the user's editor when the app ends is offered and saved")
  func editor() async throws {
    let editor = sandbox.path("editor")
    try writeProgram(
      """
      #!/bin/sh
      trap 'echo Half a text. > "$1"; exit 1' TERM
      echo READY
      while read line; do :; done
      """, to: editor)
    let end = try await onItsOwnThread {
      let terminal = try app(editor: editor)
      try terminal.expect("0:01")
      terminal.type("\r")
      try terminal.expect("segment")
      terminal.type("E")
      try terminal.expect("READY")
      terminal.signal(SIGTERM)
      return terminal.finish()
    }
    #expect(end.status == (128 + SIGTERM) << 8, "\(end)")
    #expect(end.text.contains("your unsaved text is kept and comes back when you reopen the app"))
    #expect(try sandbox.text(of: "memo") == "one two three four")
    try await onItsOwnThread {
      let again = try app()
      try again.expect("Your edits were not saved.")
      again.type("s")
      try again.expect("undo")
      again.type("\u{3}")
      let end = again.finish()
      #expect(end.status == 0, "\(end.text)")
    }
    #expect(try sandbox.text(of: "memo") == "Half a text.")
    #expect(try editedFiles() == [])
  }

  /// The texts of editors in the folder for temporary files.
  private func editedFiles() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: sandbox.folder.path)
      .filter { $0.hasPrefix("speechmemo-") }
  }

  @Test("Text saved in the user's editor when the app is killed is offered and saved")
  func killedWithEditor() async throws {
    let editor = sandbox.path("editor")
    try writeProgram(
      """
      #!/bin/sh
      echo Half a text. > "$1"
      until grep -qs 'Half a text' '\(sandbox.home.path)/unsaved-texts.json'; do sleep 0.05; done
      echo STORED
      while read line; do :; done
      """, to: editor)
    try await onItsOwnThread {
      let terminal = try app(editor: editor)
      try terminal.expect("0:01")
      terminal.type("\r")
      try terminal.expect("segment")
      terminal.type("E")
      try terminal.expect("STORED")
      terminal.signal(SIGKILL)
      #expect(terminal.finish().status & 0x7f == SIGKILL)
    }
    #expect(try sandbox.text(of: "memo") == "one two three four")
    try await onItsOwnThread {
      let again = try app()
      try again.expect("Your edits were not saved.")
      again.type("s")
      try again.expect("undo")
      again.type("\u{3}")
      _ = again.finish()
    }
    #expect(try sandbox.text(of: "memo") == "Half a text.")
    #expect(try editedFiles() == [])
  }
}
