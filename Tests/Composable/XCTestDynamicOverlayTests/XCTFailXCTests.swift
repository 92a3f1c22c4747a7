import XCTest
import XCTestDynamicOverlay

final class XCTFailXCTests: XCTestCase {
  func testFailsTheTestBesideXCTestsOwn() {
    withExpectedIssue { XCTestDynamicOverlay.XCTFail("Expected") }
    // That this compiles is the check: the name alone means XCTest's own.
    let fail: (String, StaticString, UInt) -> Void = { XCTFail($0, file: $1, line: $2) }
    _ = fail
  }
}
