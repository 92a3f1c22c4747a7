import ArgumentParsing
import BackupCore
import Foundation
import SharedModels
import SharedSettings
import TerminalClient
import Testing

@testable import CommandLineProgram

struct ReportingTests {
  private let simulated = SimulatedTerminal()

  private func terminal(isJSON: Bool) -> TerminalClient {
    var terminal = TerminalClient.simulated(simulated)
    terminal.isJSON = isJSON
    return terminal
  }

  @Test("Without --json, lines, notes and warnings are printed")
  func texts() throws {
    let terminal = terminal(isJSON: false)
    try terminal.line("line", json: ["event": "line"])
    try terminal.note("note", json: ["event": "note"])
    try terminal.warn("warning", json: ["event": "warning"])
    terminal.hint("hint")
    #expect(simulated.output == "line\n")
    #expect(simulated.error == "note\nspeechmemo: warning\nhint\n")
  }

  @Test("With --json, objects are printed to standard output, without hints")
  func objects() throws {
    let terminal = terminal(isJSON: true)
    try terminal.line("line", json: ["event": "line"])
    try terminal.note("note", json: ["event": "note"])
    try terminal.warn("warning", json: ["event": "warning"])
    terminal.hint("hint")
    #expect(
      simulated.output
        == #"{"event":"line"}"# + "\n" + #"{"event":"note"}"# + "\n" + #"{"event":"warning"}"#
        + "\n")
    #expect(simulated.error == "")
  }

  @Test("An object's keys are sorted, and keys without a value are left out")
  func object() throws {
    let date = Date(timeIntervalSince1970: 0)
    let inner: JSONObject = ["name": String?.none, "number": 1.5]
    let object: JSONObject = ["list": [inner], "date": date, "a": Int?.none, "is": true]
    #expect(
      try object.line == #"{"date":"1970-01-01T00:00:00Z","is":true,"list":[{"number":1.5}]}"#)
    #expect(try JSONObject().line == "{}")
  }

  @Test("A memo's event has its id and title, and details")
  func memo() throws {
    let recording = Recording.preview(title: "Talk")
    #expect(
      try JSONObject.memo("renamed", recording, ["oldTitle": "Old"]).line
        == #"{"event":"renamed","id":"\#(recording.id.text)","oldTitle":"Old","title":"Talk"}"#)
  }

  @Test("Problems make a command fail once its result is printed")
  func problems() throws {
    let terminal = terminal(isJSON: false)
    try terminal.finish([], "all is well", json: [:])
    let problem = LibraryProblem(.database, "torn", fix: "restore it")
    #expect(throws: CommandFailure.alreadyReported) {
      try terminal.finish([problem], "one problem", json: [:])
    }
    #expect(simulated.output == "all is well\none problem\n")
    #expect(simulated.error == "speechmemo: torn; restore it\n")
  }

  @Test("Only a closed output is ignored, and no other error")
  func closedOutput() throws {
    try ignoringClosedOutput { throw TerminalClient.OutputClosed() }
    #expect(throws: TerminalClient.OutputFailed.self) {
      try ignoringClosedOutput { throw TerminalClient.OutputFailed(reason: "full") }
    }
  }

  @Test("Values out of a range, and blank ones, are refused with a reason")
  func checks() {
    #expect(within(1...3)(3) == nil)
    #expect(within(1...3)(4) == "must be from 1 to 3")
    #expect(notBlank("a ") == nil)
    #expect(notBlank(" \t") == "must not be blank")
  }

  @Test("A usage error names the command, and not its subcommand")
  func mistake() throws {
    let program = CommandTable.speechmemo(version: "1")
    guard case .run(_, let arguments) = try program.parse(["libraries", "list"])
    else {
      Issue.record("Nothing to run")
      return
    }
    #expect(arguments.usageError("no").command == "speechmemo libraries")
  }

  @Test("Settings with another value, or an error that begins with a label")
  func settings() throws {
    #expect(try Settings().with(.language, "de").language == "de")
    let error = #expect(throws: CommandFailure.self) {
      try Settings().with(.language, "klingon", label: "--language: ")
    }
    #expect(error?.description.hasPrefix("--language: ") == true)
  }
}
