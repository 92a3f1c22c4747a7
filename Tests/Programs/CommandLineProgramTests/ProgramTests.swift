import ArgumentParsing
import CommandLineProgram
import TerminalClient
import DatabaseClient
import Foundation
import SharedModels
import SpeechClient
import TestPrograms
import Testing

struct ProgramTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession([.numbered(1)])
  }

  @Test("Without the database, only commands run that add memos, rebuild it or do not read it")
  func lostDatabase() async throws {
    let session = try CommandSession([.numbered(1)])
    let lost = DatabaseError.missing(path: "/db")
    let refused = CommandSession.Outcome(1, error: "speechmemo: \(lost)\n")
    for command in [
      ["list"], ["show", "Memo"], ["search", "hello"], ["export", "Memo"], ["delete", "Memo"],
      ["backup", session.folder.root.appending(component: "backup").path], ["verify"],
      ["settings", "webhook", "https://example.com"], ["settings", "webhook", "test"],
    ] {
      let outcome = await session.run(command) { $0.database.checkFile = { throw lost } }
      #expect(outcome == refused, "\(command)")
    }
    for command in [
      ["settings", "model"], ["settings", "trash-days", "5"],
      ["import", try session.file("a.wav")], ["recover"],
    ] {
      let outcome = await session.run(command) {
        $0.database.checkFile = { throw lost }
        $0.retentionKeeper.plan = { _ in throw lost }
      }
      #expect(outcome.status == 0, "\(command): \(outcome)")
      #expect(outcome.error.contains("\(lost)\n") == (command[0] == "import"), "\(command)")
    }
  }

  @Test("The command table is valid")
  func table() {
    #expect(CommandTable.speechmemo(version: "1").problems() == [])
  }

  @Test("The version is printed")
  func version() async {
    let outcome = await session.run("--version")
    #expect(outcome.status == 0 && outcome.output.contains("1.2.3"))
  }

  @Test("The help lists every command with its summary")
  func help() async {
    let outcome = await session.run("--help")
    #expect(outcome.status == 0 && outcome.error == "")
    for command in [
      "import", "list", "show", "search", "export", "rename", "delete", "undo", "empty-trash",
      "retry", "recover", "settings", "tidy", "doctor", "completions", "manual",
    ] {
      #expect(outcome.output.contains("\n  \(command)"))
    }
    #expect(outcome.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test(
    "Each command's help shows its usage in lines that fit a terminal",
    arguments: CommandTable.speechmemo(version: "1").subcommands.map(\.name))
  func commandHelp(name: String) async {
    let outcome = await session.run(name, "--help")
    #expect(outcome.status == 0 && outcome.error == "")
    #expect(outcome.output.contains("speechmemo \(name)"))
    #expect(outcome.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test(
    "A usage error is one line with a reference, and exits with 2",
    arguments: [
      ["lst"], ["list", "--limit", "none"], ["list", "--limit", "0"], ["show"],
      ["export", "1", "--format", "pdf"], ["search"], ["rename", "1"], ["list", "--nothing"],
      ["completions", "tcsh"], ["search", "--from", "someday", "x"], ["import"],
    ])
  func usage(arguments: [String]) async {
    let outcome = await session.run(arguments)
    #expect(outcome.status == 2 && outcome.output == "")
    #expect(outcome.error.hasPrefix("speechmemo"))
    #expect(outcome.error.contains("--help'"))
    #expect(outcome.error.split(separator: "\n").count == 1)
  }

  @Test("A database error is one line")
  func databaseFails() async {
    for command in [
      ["list"], ["search", "x"], ["show", "1"], ["undo"], ["retry"], ["delete", "1"],
    ] {
      let outcome = await session.run(command) {
        $0.database.recordings = { _ in throw DatabaseError.busy(path: "/db") }
        $0.database.recordingIDs = { _ in throw DatabaseError.busy(path: "/db") }
        $0.database.search = { _ in throw DatabaseError.busy(path: "/db") }
        $0.database.jobs.list = { _ in throw DatabaseError.busy(path: "/db") }
      }
      #expect(outcome == .init(1, error: "speechmemo: \(DatabaseError.busy(path: "/db"))\n"))
    }
  }

  @Test("An output without a reader is not an error, an unwritable one is")
  func output() async {
    let closed = await session.run("list") {
      $0.terminal.print = { _, _ in throw TerminalClient.OutputClosed() }
    }
    #expect(closed.status == 0)
    let failed = await session.run("list") { values in
      let print = values.terminal.print
      values.terminal.print = { text, stream in
        guard stream == .error
        else { throw TerminalClient.OutputFailed(reason: "No space left on device") }
        try print(text, stream)
      }
    }
    #expect(
      failed
        == .init(
          1, error: "speechmemo: the output cannot be written: No space left on device\n"))
  }

  @Test("The doctor passes a healthy library and finds missing audio")
  func doctor() async throws {
    let lost = await session.run("doctor")
    #expect(lost.status == 1)
    #expect(lost.output.contains("✘ audio folder: 1 memo has no audio file\n  → import"))
    let memos = try await session.database.recordings(matching: RecordingQuery())
    for memo in memos {
      let sound = String(repeating: "x", count: Int(memo.audio.byteCount))
      try session.file("audio/\(memo.audio.fileName)", sound)
    }
    let outcome = await session.run("doctor")
    #expect(outcome.status == 0)
    #expect(outcome.output.hasPrefix("✔ library: 1 memo in \(session.folder.root.path)\n"))
    #expect(outcome.output.contains("✔ speech engine: scripted 1 with script in preview\n"))
  }

  @Test("The doctor fails with each problem and its fix")
  func doctorFindsFault() async {
    let outcome = await session.run("doctor") {
      $0.speechClient.engineStatus = {
        SpeechEngineStatus(
          failure: .engine(message: "it is not set up", hint: "run 'make bootstrap'"))
      }
    }
    #expect(outcome.status == 1)
    #expect(
      outcome.output.contains("✘ speech engine: it is not set up\n  → run 'make bootstrap'\n"))
    let damaged = await session.run("doctor", "--json") {
      $0.database.integrityProblems = { ["a page is torn"] }
    }
    #expect(damaged.status == 1)
    #expect(damaged.objects.first?["verdict"] as? String == "wrong")
    #expect(damaged.objects.first?["detail"] as? String == "a page is torn")
    #expect(damaged.objects.first?["fix"] != nil)
  }

  @Test(
    "The completions are scripts that their shells can read", arguments: ["bash", "zsh", "fish"])
  func completions(shell: String) async throws {
    let outcome = await session.run("completions", shell)
    #expect(outcome.status == 0)
    for word in ["empty-trash", "search", "limit", "srt"] { #expect(outcome.output.contains(word)) }
    let path = ["/bin/\(shell)", "/usr/bin/\(shell)"].first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
    guard let path
    else { return }
    let script = try session.file("completions", outcome.output)
    let run = try runProgram(path, ["-n", script])
    #expect(run.succeeded, "\(run)")
  }

  @Test("The manual has its sections, and every key of --json")
  func manual() async {
    let page = await session.run("manual").output
    #expect(page.hasPrefix(".TH"))
    let headings = page.split(separator: "\n").filter { $0.hasPrefix(".SH ") }
      .map { $0.filter { $0 != "\"" } }
    #expect(Set(headings).count == headings.count, "each section is there once")
    for section in ["NAME", "SYNOPSIS", "COMMANDS", "JSON", "EXIT STATUS", "ENVIRONMENT"] {
      #expect(page.contains(".SH \(section)") || page.contains(".SH \"\(section)\""), "\(section)")
    }
    let keys = await session.run("list", "--json").objects.first.map { Array($0.keys) } ?? []
    #expect(!keys.isEmpty)
    for key in keys { #expect(page.contains(key)) }
  }
}
