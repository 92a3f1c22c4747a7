import Foundation
import Testing

/// Runs the tests of `FailingTests.swift` in a process of their own, to see that the run fails.
@Suite("Issues fail the test run")
struct EndToEndTests {
  static let cases = [
    (name: "reported", text: "by a test"),
    (name: "detached", text: "by a detached task"),
    (name: "thread", text: "by a thread"),
    (name: "error", text: "the disk is full"),
    (name: "missing", text: "Expected an issue to be reported, but none was."),
    (name: "endpoint", text: "Unimplemented: 'Client.endpoint'"),
  ]

  @Test(
    "In Swift Testing, on the test's task, a detached task and a plain thread", arguments: cases)
  func swiftTesting(name: String, text: String) async throws {
    let run = try await Run(arguments: [
      "--testing-library", "swift-testing", "--filter", "FailingSwiftTests/\(name)",
    ])
    #expect(run.output.contains(text))
    #expect(run.output.contains("FailingTests.swift:"))
    #expect(run.status != 0)
  }

  @Test("In XCTest, on the test's task, a detached task and a plain thread", arguments: cases)
  func xcTest(name: String, text: String) async throws {
    let run = try await Run(arguments: [
      "IssueReportingTests.FailingXCTests/test\(name.capitalized)"
    ])
    #expect(run.output.contains(text))
    #expect(run.output.contains("FailingTests.swift:"))
    #expect(run.output.contains("with 1 failure"))
    #expect(run.status != 0)
  }
}

/// One run of this test product.
private struct Run {
  let output: String
  let status: Int32

  init(arguments: [String]) async throws {
    (output, status) = try await withCheckedThrowingContinuation { continuation in
      // A thread of its own: reading to the end blocks, which no task may.
      Thread.detachNewThread {
        continuation.resume(with: Result { try Run.run(arguments) })
      }
    }
  }

  private static func run(_ arguments: [String]) throws -> (String, Int32) {
    let process = Process()
    process.executableURL = URL(filePath: try executable)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment
      .merging([failingTestsVariable: "1"]) { $1 }
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (String(decoding: data, as: UTF8.self), process.terminationStatus)
  }

  private static var executable: String {
    get throws {
      try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    }
  }
}
