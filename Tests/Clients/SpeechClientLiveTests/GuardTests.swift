import Foundation
import TestPrograms
import Testing

/// The engine's own parts that need no weights, in its Python.
@Suite(
  "Engine output for an audio file",
  .enabled(if: Corpus.hasEngine, "the speech engine is not set up: run 'make bootstrap'"))
struct GuardTests {
  @Test("The engine's own tests pass")
  func guards() throws {
    let root = URL(filePath: #filePath).appending(path: "../../../..").standardizedFileURL
    let run = try runProgram(
      Corpus.engineFolder + "/bin/python",
      [
        "-B", root.appending(path: "Tests/Engine/engine_tests.py").path,
        root.appending(path: "Sources/Clients/SpeechClientLive/Engine").path,
      ])
    #expect(run.succeeded && run.errors.hasSuffix("OK\n"), "\(run)")
  }
}
