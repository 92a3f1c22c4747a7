import Foundation
import IssueReporting
import Testing
import XCTest

// Failing tests, run only by `EndToEndTests` in a separate process.
// They are found by their names and enabled by this variable.
let failingTestsVariable = "ISSUE_REPORTING_FAILING_TESTS"
private let isEnabled = ProcessInfo.processInfo.environment[failingTestsVariable] != nil

@Suite("Failing", .enabled(if: isEnabled, "They are to fail: EndToEndTests runs them."))
struct FailingSwiftTests {
  @Test func reported() { reportIssue("by a test") }

  @Test func detached() async { await Task.detached { reportIssue("by a detached task") }.value }

  @Test func thread() async { await onThread { reportIssue("by a thread") } }

  @Test func error() { reportIssue(Full(), "by an error") }

  @Test func missing() { withExpectedIssue {} }

  @Test func endpoint() {
    let endpoint: @Sendable () -> Void = unimplemented("Client.endpoint")
    endpoint()
  }
}

final class FailingXCTests: XCTestCase {
  override func setUpWithError() throws {
    try XCTSkipUnless(isEnabled, "They are to fail: EndToEndTests runs them.")
  }

  func testReported() { reportIssue("by a test") }

  func testDetached() async { await Task.detached { reportIssue("by a detached task") }.value }

  func testThread() async { await onThread { reportIssue("by a thread") } }

  func testError() { reportIssue(Full(), "by an error") }

  func testMissing() { withExpectedIssue {} }

  func testEndpoint() {
    let endpoint: @Sendable () -> Void = unimplemented("Client.endpoint")
    endpoint()
  }
}

/// Runs code on a thread that no task has ever run on.
private func onThread(_ body: @escaping @Sendable () -> Void) async {
  await withCheckedContinuation { continuation in
    Thread.detachNewThread {
      body()
      continuation.resume()
    }
  }
}
