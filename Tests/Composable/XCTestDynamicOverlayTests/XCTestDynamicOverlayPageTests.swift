import Testing
import XCTestDynamicOverlay

/// The example of the module's page.
private func check(_ count: Int) {
  if count < 0 { XCTFail("The count is \(count).") }
}

@Suite("The page of XCTestDynamicOverlay")
struct XCTestDynamicOverlayPageTests {
  @Test func negative() {
    check(1)
    withExpectedIssue {
      check(-1)
    }
  }
}
