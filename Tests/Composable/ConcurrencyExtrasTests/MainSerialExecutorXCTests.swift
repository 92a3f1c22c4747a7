import ConcurrencyExtras
import XCTest

/// A test case whose every test runs under the main serial executor.
final class MainSerialExecutorXCTests: XCTestCase {
  override func invokeTest() {
    withMainSerialExecutor { super.invokeTest() }
  }

  func testTasksRunInTheOrderOfTheirCreation() async {
    let order = LockIsolated<[Int]>([])
    let tasks = (0..<100).map { index in Task { order.withValue { $0.append(index) } } }
    for task in tasks { await task.value }
    XCTAssertEqual(order.value, Array(0..<100))
    XCTAssertTrue(uncheckedUseMainSerialExecutor)
  }
}
