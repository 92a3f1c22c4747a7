import Foundation
import POSIX
import TestPrograms
import Testing

/// Runs the tests of `FailingTests.swift` in a separate process, to check that the run fails.
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
    let run = try await testRun(
      "--testing-library", "swift-testing", "--filter", "FailingSwiftTests/\(name)")
    #expect(run.output.contains(text))
    #expect(run.output.contains("FailingTests.swift:"))
    #expect(run.end != .exited(0))
  }

  @Test("In XCTest, on the test's task, a detached task and a plain thread", arguments: cases)
  func xcTest(name: String, text: String) async throws {
    let run = try await testRun("IssueReportingTests.FailingXCTests/test\(name.capitalized)")
    #expect(run.output.contains(text))
    #expect(run.output.contains("FailingTests.swift:"))
    #expect(run.output.contains("with 1 failure"))
    #expect(run.end != .exited(0))
  }
}

/// Runs this test product, and returns all that it printed.
private func testRun(_ arguments: String...) async throws -> (output: String, end: ChildEnd) {
  let environment = ProcessInfo.processInfo.environment.merging([failingTestsVariable: "1"]) { $1 }
  let run = try await onOwnThread("tests") {
    try runProgram(builtProgram(), arguments, environment: environment)
  }
  return (run.output + run.errors, run.end)
}
