import IssueReporting
import XCTest

final class XCTestCaseTests: XCTestCase {
  func testContextIsXCTest() {
    XCTAssertEqual(TestContext.current, .xcTest)
    XCTAssertTrue(isTesting)
  }

  func testExpectedIssueIsNoFailure() {
    withExpectedIssue { reportIssue("Expected") }
  }
}
