import Foundation
import TestPrograms
import TestTerminal
import Testing

/// The user's answers, and edits in an editor, on the program's terminal.
struct AskedOnTerminalTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    let path = try sandbox.file("memo.wav", Sound.tone(seconds: 1))
    try sandbox.run("import", path).expectSuccess()
  }

  /// Runs the program on a terminal, and returns the output after `talk` and the exit status.
  private func onTerminal(
    _ arguments: [String], editor: String = "false", input: String? = nil,
    _ talk: @escaping @Sendable (Terminal) throws -> Void
  ) async throws -> (text: String, status: Int32) {
    let environment = sandbox.environment().merging([
      "EDITOR": editor, "TERM": "xterm", "TMPDIR": sandbox.folder.path,
    ]) { $1 }
    return try await onItsOwnThread {
      let terminal = try Terminal()
      try terminal.start(Sandbox.program, arguments, environment: environment, input: input)
      try talk(terminal)
      return terminal.finish()
    }
  }

  private func editor(_ script: String) throws -> String {
    let path = sandbox.path("editor")
    try writeProgram("#!/bin/sh\n\(script)\n", to: path)
    return path
  }

  @Test("The trash is emptied after a yes, and neither after a no nor after Ctrl-C")
  func emptyTrash() async throws {
    _ = try sandbox.run("delete", "memo")
    for (answer, status) in [("n\n", 1 << 8), ("\u{4}", 1 << 8), ("\u{3}", 130 << 8)] {
      let end = try await onTerminal(["empty-trash"]) {
        try $0.expect("This cannot be undone. [y/N] ")
        $0.type(answer)
      }
      #expect(end.status == Int32(status), "\(end)")
      #expect(sandbox.soundFiles().count == 1)
    }
    let end = try await onTerminal(["empty-trash"]) {
      try $0.expect("[y/N] ")
      $0.type("y\n")
    }
    #expect(end.status == 0, "\(end)")
    #expect(sandbox.soundFiles() == [])
  }

  @Test("A restore over edits asks, and replaces them after a yes only")
  func restore() async throws {
    let backup = sandbox.path("backup")
    for command in [["rename", "memo", "Old"], ["backup", backup], ["rename", "Old", "New"]] {
      #expect(try sandbox.finish(sandbox.start(command, engine: "")).status == 0)
    }
    for (answer, title) in [("\n", "New"), ("y\n", "Old")] {
      let end = try await onTerminal(["restore", backup]) {
        try $0.expect("[y/N] ")
        $0.type(answer)
      }
      #expect(end.status == 0, "\(end)")
      #expect(try sandbox.memos().map { $0["title"] as? String } == [title])
    }
  }

  @Test("In a loop that reads a list, the editor gets the terminal, and the list stays unread")
  func editorInLoop() async throws {
    let list = try sandbox.file("list", Data("Read from the list.\n".utf8))
    let editor = try editor("echo READY; read line; echo \"$line\" > \"$1\"")
    let end = try await onTerminal(["edit", "memo"], editor: editor, input: list) {
      try $0.expect("READY")
      $0.type("Typed on the terminal.\n")
    }
    #expect(end.status == 0, "\(end)")
    #expect(try sandbox.text(of: "memo") == "Typed on the terminal.")
    let left = try await onTerminal(["edit", "memo", "--text", "-"], input: list) { _ in }
    #expect(left.status == 0, "\(left)")
    #expect(try sandbox.text(of: "memo") == "Read from the list.")
  }

  @Test("With an empty input, the editor gets the terminal; without one, the error names --text -")
  func emptyInput() async throws {
    let editor = try editor("echo READY; read line; echo \"$line\" > \"$1\"")
    let end = try await onTerminal(["edit", "memo"], editor: editor, input: "/dev/null") {
      try $0.expect("READY")
      $0.type("Typed on the terminal.\n")
    }
    #expect(end.status == 0, "\(end)")
    let loop = #"printf '1\n2\n' | while read -r line; do echo "$line"; setsid --wait "$@"; done"#
    let unread = try sandbox.script(loop, "edit", "memo")
    #expect(unread.output == "1\n2\n")
    #expect(unread.errorLines.count == 2)
    try sandbox.script(#"setsid --wait "$@" < /dev/null"#, "edit", "memo")
      .expectComplaint(saying: "the editor needs a terminal", "--text -")
    #expect(try sandbox.text(of: "memo") == "Typed on the terminal.")
  }

  @Test("Ctrl-C in the editor goes to the editor, and its later text is kept")
  func interruptedEditor() async throws {
    let editor = try editor(
      """
      trap 'echo Quite another text. > "$1"; exit 0' INT
      echo READY
      while :; do sleep 0.05; done
      """)
    let end = try await onTerminal(["edit", "memo"], editor: editor) {
      try $0.expect("READY")
      $0.type("\u{3}")
    }
    #expect(end.status == 0, "\(end)")
    #expect(end.text.contains("edited, now 3 words"))
    #expect(try sandbox.text(of: "memo") == "Quite another text.")
    #expect(try leftTexts() == [])
  }

  @Test("Terminating the program ends the editor first and keeps the text")
  func terminated() async throws {
    let editor = try editor(
      """
      trap 'echo Half a te > "$1"; exit 1' TERM
      echo READY
      while :; do sleep 0.05; done
      """)
    let before = try sandbox.text(of: "memo")
    let end = try await onTerminal(["edit", "memo"], editor: editor) {
      try $0.expect("READY")
      $0.signal(SIGTERM)
    }
    #expect(end.status == 143 << 8, "\(end)")
    #expect(end.text.contains("your text is kept in "))
    #expect(try sandbox.text(of: "memo") == before)
    let left = try #require(try leftTexts().first)
    #expect(try String(contentsOfFile: sandbox.path(left), encoding: .utf8) == "Half a te\n")
  }

  private func leftTexts() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: sandbox.folder.path)
      .filter { $0.hasPrefix("speechmemo-") }
  }
}
