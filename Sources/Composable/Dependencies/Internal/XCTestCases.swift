// The toolchain has no XCTest for programs with the Swift runtime linked in: those run no tests.
#if canImport(XCTest)
  // Weakly: bound where a test run has loaded the library, null elsewhere, so that no product gets
  // to depend on it. Nothing here may be touched outside of an XCTest process.
  @_weakLinked internal import XCTest

  /// Tells when a test case of XCTest begins. There is no other way to tell one from the next.
  final class XCTestCases: XCTestObservation, Sendable {
    /// Starts to observe, once per process, and forgets the default values before each test case.
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
