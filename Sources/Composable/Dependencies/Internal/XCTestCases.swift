// The toolchain has no XCTest for programs with the Swift runtime linked in: those run no tests.
#if canImport(XCTest)
  // Weakly: bound where a test run has loaded the library, null elsewhere, so that no product gets
  // to depend on it. Nothing here may be touched outside of an XCTest process.
  @_weakLinked internal import XCTest

  /// Detects the start of an XCTest test case, the only sign of a new test.
  final class XCTestCases: XCTestObservation, Sendable {
    /// Starts to observe, once per process, and drops default values before each test case.
    static let startObserving: Void =
      XCTestObservationCenter.shared.addTestObserver(XCTestCases())

    func testCaseWillStart(_ testCase: XCTestCase) {
      TestCaches.forget(.xcTest)
    }
  }
#else
  enum XCTestCases {
    static let startObserving: Void = ()
  }
#endif
