import ConcurrencyExtras
import Dependencies
import XCTest

/// The cases run in one process, one after another, and each would see the count of the one before.
final class XCTestIsolationTests: XCTestCase {
  @Dependency(XCTestCounter.self) private var counter

  func testFirst() { XCTAssertEqual(counter.increment(), 1) }

  func testSecond() { XCTAssertEqual(counter.increment(), 1) }

  func testThird() async {
    let counter = counter
    let count = await Task.detached { counter.increment() }.value
    XCTAssertEqual(count, 1)
    XCTAssertEqual(self.counter.increment(), 2)
  }

  func testMissingTestValueIsAnIssue() {
    let messages = issues {
      @Dependency(\.uuid) var uuid
      _ = uuid()
    }
    XCTAssertEqual(messages.count, 1)
  }
}

private final class XCTestCounter: TestDependencyKey, Sendable {
  private let count = LockIsolated(0)

  static var testValue: XCTestCounter { XCTestCounter() }

  func increment() -> Int {
    count.withValue {
      $0 += 1
      return $0
    }
  }
}
