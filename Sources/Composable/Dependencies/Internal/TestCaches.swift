import IssueReporting
import POSIX

/// The cache of each test that reads a dependency without the `.dependencies` trait.
enum TestCaches {
  private static let caches = Mutex<[TestContext: DependencyCache]>([:])

  /// The cache of the running test, if the running code is known to belong to one.
  static var current: DependencyCache? {
    guard let test = TestContext.current, test != .swiftTesting(nil)
    else { return nil }
    if test == .xcTest { XCTestCases.startObserving }
    return caches.withLock { caches in
      let cache = caches[test] ?? DependencyCache()
      caches[test] = cache
      return cache
    }
  }

  /// Drops the values of the preceding test.
  static func forget(_ test: TestContext) {
    // Values are released after the lock: their deinitializers may read dependencies.
    let forgotten = caches.withLock { $0.removeValue(forKey: test) }
    withExtendedLifetime(forgotten) {}
  }
}
