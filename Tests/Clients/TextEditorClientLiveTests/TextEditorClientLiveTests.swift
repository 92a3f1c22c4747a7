import Foundation
import TestPrograms
import Testing
import TextEditorClient
import TextEditorClientLive

final class TextEditorClientLiveTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("text-editor-\(UUID().uuidString)", isDirectory: true)

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  /// A client whose editor is a script of the shell, with the text's file as `$1`.
  private func client(_ script: String, words: String = "") throws -> TextEditorClient {
    let path = folder.appendingPathComponent("editor").path
    try writeProgram("#!/bin/sh\n\(script)\n", to: path)
    return .live(
      environment: ["EDITOR": "false", "TMPDIR": folder.path, "VISUAL": "\(path)\(words)"],
      terminal: "/dev/null", savePause: .milliseconds(2))
  }

  private func texts() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasPrefix("speechmemo-") }
  }

  @Test("The editor gets a private file, and its saved text is returned")
  func edits() async throws {
    let client = try client("stat -c %a \"$1\" >> \"$1\"")
    let edited = try await client.open(text: "Hello.\n")
    #expect(edited.text == "Hello.\n600\n")
    #expect(edited.file.pathExtension == "txt")
    client.discard(file: edited.file)
    #expect(try texts() == [])
  }

  @Test("The editor reads and draws on the terminal, not on the program's streams")
  func terminal() async throws {
    let terminal = folder.appendingPathComponent("terminal")
    try Data("typed\n".utf8).write(to: terminal)
    let path = folder.appendingPathComponent("editor").path
    try writeProgram("#!/bin/sh\nread line; echo drawn; echo \"$line\" > \"$1\"\n", to: path)
    let client = TextEditorClient.live(
      environment: ["VISUAL": path, "TMPDIR": folder.path], terminal: terminal.path)
    #expect(try await client.open(text: "Old").text == "typed\n")
    #expect(try String(contentsOf: terminal, encoding: .utf8) == "typed\ndrawn\n")
  }

  @Test("Without a terminal, no editor starts and nothing is left behind")
  func noTerminal() async throws {
    let client = TextEditorClient.live(
      environment: ["VISUAL": "true", "TMPDIR": folder.path], terminal: "/nonexistent/terminal")
    await #expect(throws: TextEditorFailure.noTerminal) { try await client.open(text: "Hello.") }
    #expect(try texts() == [])
  }

  @Test("An editor may replace the file instead of writing it")
  func replaces() async throws {
    let client = try client("echo New > \"$1.new\" && mv \"$1.new\" \"$1\"")
    #expect(try await client.open(text: "Old").text == "New\n")
  }

  @Test("The editor's command may have options, and VISUAL overrides EDITOR")
  func options() async throws {
    let client = try client("echo \"$1\" > \"$2\"", words: " --wait")
    #expect(client.command().hasSuffix("editor --wait"))
    #expect(try await client.open(text: "").text == "--wait\n")
    #expect(TextEditorClient.live(environment: ["EDITOR": "ed"]).command() == "ed")
    #expect(TextEditorClient.live(environment: ["VISUAL": " "]).command() == "vi")
  }

  @Test("Text saved before the editor failed is kept, and its path reported")
  func fails() async throws {
    let client = try client("echo changed > \"$1\"; exit 3")
    let failure = await #expect(throws: TextEditorFailure.self) {
      try await client.open(text: "Hello.")
    }
    guard case .unsuccessful(_, "exited with status 3", let kept?, []) = failure
    else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(kept.text == "changed\n")
    #expect(try String(contentsOf: kept.file, encoding: .utf8) == "changed\n")
  }

  @Test("An editor that has to exit keeps its text, and its copy is reported")
  func closes() async throws {
    let client = try client(
      """
      trap 'echo Half a te > "$1"; echo Half > "$1.save"; exit 1' TERM
      echo > "$1.ready"
      while :; do sleep 0.01; done
      """)
    async let opened: Result<EditedText, any Error> = Result {
      try await client.open(text: "Hello.")
    }
    while try !texts().contains(where: { $0.hasSuffix(".ready") }) {
      try? await Task.sleep(for: .milliseconds(2))
    }
    client.close()
    guard
      case .failure(TextEditorFailure.unsuccessful(_, _, let kept?, let leftBehind)) = await opened
    else {
      Issue.record("it has not failed")
      return
    }
    #expect(kept.text == "Half a te\n")
    #expect(leftBehind.map(\.pathExtension) == ["ready", "save"])
  }

  @Test("Texts that an open editor saves are reported, once each")
  func saves() async throws {
    let client = try client(
      """
      echo One > "$1"
      while [ ! -e "$1.go" ]; do sleep 0.01; done
      echo Two > "$1"
      while [ ! -e "$1.end" ]; do sleep 0.01; done
      """)
    async let opened = client.open(text: "Hello.")
    var saved: [String] = []
    for await edited in client.saves() {
      saved.append(edited.text)
      let isLast = saved.count == 2
      try Data().write(to: edited.file.appendingPathExtension(isLast ? "end" : "go"))
      if isLast { break }
    }
    #expect(saved == ["One\n", "Two\n"])
    #expect(try await opened.text == "Two\n")
  }

  @Test("An unchanged text is kept if the editor left a recovery file")
  func recovery() async throws {
    let client = try client("echo typed > \"$1.save\"; exit 1")
    let failure = await #expect(throws: TextEditorFailure.self) {
      try await client.open(text: "Hello.")
    }
    #expect(failure?.description.contains("nothing was changed; it left behind ") == true)
    #expect(try texts().count == 2)
  }

  @Test(
    "An editor that fails to start, or fails without changes, leaves nothing behind",
    arguments: ["/nonexistent/editor", "false", "kill -TERM $$; :"])
  func failsUnchanged(command: String) async throws {
    let client = TextEditorClient.live(
      environment: ["EDITOR": command, "TMPDIR": folder.path], terminal: "/dev/null")
    await #expect(throws: TextEditorFailure.self) { try await client.open(text: "Hello.") }
    #expect(try texts() == [])
  }

  @Test("Bytes that are not UTF-8 are kept in their file")
  func notUTF8() async throws {
    let client = try client("printf '\\377' > \"$1\"")
    let failure = await #expect(throws: TextEditorFailure.self) {
      try await client.open(text: "Hello.")
    }
    #expect(failure?.description.contains("it is not UTF-8; nothing was changed") == true)
    #expect(try texts().count == 1)
  }

  @Test("A folder without permission is reported")
  func noFolder() async {
    let client = TextEditorClient.live(
      environment: ["TMPDIR": "/proc/nonexistent"], terminal: "/dev/null")
    let failure = await #expect(throws: TextEditorFailure.self) { try await client.open(text: "") }
    #expect(failure?.description.hasPrefix("/proc/nonexistent/speechmemo-") == true)
  }
}
