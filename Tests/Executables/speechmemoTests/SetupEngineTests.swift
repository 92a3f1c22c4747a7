import Foundation
import TestPrograms
import TestTerminal
import Testing

/// The first import on a machine without an engine, with a Python that plays a part.
struct SetupEngineTests {
  private let memo: String
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    memo = try sandbox.file("talk.wav", Sound.tone())
    try writeProgram(
      """
      #!/bin/bash
      case "$*" in
        *platform.machine*) echo 'Python 3.11 on x86_64' ;;
        *'-m venv'*) mkdir -p "${@: -1}/bin" && cp -p "$0" "${@: -1}/bin/python" ;;
        *stdin.buffer.read*)
          head -c "${3//[^0-9]/}" > /dev/null
          exec '\(sandbox.path("engine"))' ;;
      esac

      """, to: sandbox.path("python"))
  }

  private var variables: [String: String] {
    [
      "SPEECHMEMO_ENGINE": sandbox.path("set-up"), "SPEECHMEMO_HELPER": "",
      "SPEECHMEMO_PYTHON": sandbox.path("python"),
    ]
  }

  private func run(_ arguments: String...) throws -> Sandbox.Outcome {
    try sandbox.finish(
      sandbox.start(
        arguments, engine: "",
        before: ["/usr/bin/env"] + variables.map { "\($0.key)=\($0.value)" }))
  }

  @Test("On a terminal, the engine is set up after a yes, and the transcript is printed")
  func terminal() async throws {
    let environment = sandbox.environment().merging(variables) { $1 }
      .merging(["TERM": "xterm"]) { $1 }
    let memo = memo
    let end = try await onItsOwnThread {
      let terminal = try Terminal()
      try terminal.start(Sandbox.program, ["import", memo], environment: environment)
      try terminal.expect("The speech engine is not set up. Download it now (365 MB)? [y/N] ")
      terminal.type("y\n")
      try terminal.expect("80%  installing the packages")
      return terminal.finish()
    }
    #expect(end.status == 0, "\(end)")
    #expect(end.text.contains("one two three four"))
  }

  @Test("Without a terminal, one line names the command, which sets the engine up")
  func script() throws {
    try run("import", memo).expectComplaint(saying: "run 'speechmemo setup-engine' to set it up")
    let setup = try run("setup-engine")
    #expect(setup.status == 0, "\(setup.error)")
    #expect(setup.errorLines.last == "The speech engine is set up with the model 'tiny.en'.")
    let retry = try run("retry")
    #expect(retry.status == 0, "\(retry.error)")
    #expect(retry.output.contains("one two three four"))
  }
}
