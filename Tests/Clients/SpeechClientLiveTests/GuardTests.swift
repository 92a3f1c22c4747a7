import Foundation
import Testing

/// The engine's own parts that need no weights, in its Python.
@Suite(
  "Engine output for an audio file",
  .enabled(if: Corpus.hasEngine, "the speech engine is not set up: run 'make bootstrap'"))
struct GuardTests {
  @Test("The engine's own tests pass")
  func guards() throws {
    let root = URL(filePath: #filePath).appending(path: "../../../..").standardizedFileURL
    let process = Process()
    process.executableURL = URL(filePath: Corpus.engineFolder + "/bin/python")
    process.arguments = [
      "-B", root.appending(path: "Tests/Engine/engine_tests.py").path(percentEncoded: false),
      root.appending(path: "Sources/Clients/SpeechClientLive/Engine").path(percentEncoded: false),
    ]
    let output = Pipe()
    process.standardError = output
    try process.run()
    let report = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0 && report.hasSuffix("OK\n"), "\(report)")
  }
}
