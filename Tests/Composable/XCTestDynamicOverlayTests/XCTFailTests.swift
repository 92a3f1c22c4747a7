import Testing
import XCTestDynamicOverlay

struct XCTFailTests {
  @Test("XCTFail fails a test of Swift Testing at the call")
  func fails() {
    let line: UInt = #line + 2
    withKnownIssue {
      XCTFail("Not here")
    } matching: { issue in
      issue.comments.map(\.rawValue) == ["Not here"]
        && issue.sourceLocation?.line == Int(line)
        && issue.sourceLocation?.fileName == "XCTFailTests.swift"
    }
  }

  @Test("Issue reporting is reexported")
  func reexport() {
    let endpoint: @Sendable (Int) -> Int = unimplemented("Client.endpoint", placeholder: 3)
    withExpectedIssue { #expect(endpoint(1) == 3) }
    #expect(isTesting)
  }
}
