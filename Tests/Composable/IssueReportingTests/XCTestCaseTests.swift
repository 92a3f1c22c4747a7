import IssueReporting
import XCTest

/// The same in XCTest. `EndToEndTests` checks that test cases fail.
final class XCTestCaseTests: XCTestCase {
  func testContextIsXCTestOnEveryTask() async {
    XCTAssertEqual(TestContext.current, .xcTest)
    XCTAssertTrue(isTesting)
    let detached = await Task.detached { TestContext.current }.value
    XCTAssertEqual(detached, .xcTest)
  }

  func testExpectedIssuesFailNothing() async {
    withExpectedIssue("A mistake") { reportIssue("Mistake") }
    withExpectedIssue { throw Full() }
    await withExpectedIssue {
      await Task.yield()
      reportIssue(Full())
    }
    await withExpectedIssue {
      await Task.yield()
      throw Full()
    }
  }

  func testCodeThatReportsNothingIsAnIssueUnlessIntermittent() async {
    let reporter = RecordingReporter()
    let line = #line + 2
    await withIssueReporters([reporter]) {
      withExpectedIssue("Bad input") {}
      await withExpectedIssue { await Task.yield() }
      withExpectedIssue(isIntermittent: true) {}
    }
    XCTAssertEqual(
      reporter.messages,
      [
        "Expected an issue to be reported, but none was: Bad input",
        "Expected an issue to be reported, but none was.",
      ])
    XCTAssertEqual(reporter.entries.first?.line, UInt(line))
  }

  func testErrorsAreListedAsExpected() {
    let reporter = RecordingReporter()
    withIssueReporters([reporter]) {
      withExpectedIssue("Saving") { throw Full() }
    }
    XCTAssertEqual(reporter.messages, ["Caught error: the disk is full: Saving"])
    XCTAssertEqual(reporter.entries.map(\.isExpected), [true])
  }

  func testWarningFailsNothing() {
    reportIssue("Only a warning of a test of warnings", severity: .warning)
  }
}
