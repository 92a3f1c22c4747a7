import IssueReporting
import POSIX

/// The cache of each test that reads a dependency without the `.dependencies` trait.
enum TestCaches {
  private struct State {
    var caches: [TestContext: DependencyCache] = [:]
    /// The one asked for last. A test asks many times in a row, and to compare its identity with
    /// that of another takes a fraction of the time that it takes to hash it.
    var latest: (test: TestContext, cache: DependencyCache)?
  }

  private static let state = Mutex(State())

  /// The cache of the running test, if the running code is known to belong to one.
  static var current: DependencyCache? {
    guard let test = TestContext.current, test != .swiftTesting(nil)
    else { return nil }
    if test == .xcTest { XCTestCases.startObserving }
    return state.withLock { state in
      if let latest = state.latest, latest.test == test { return latest.cache }
      let cache = state.caches[test] ?? DependencyCache()
      state.caches[test] = cache
      state.latest = (test, cache)
      return cache
    }
  }

  /// Lets a test start without the values of the one before it.
  static func forget(_ test: TestContext) {
    // The values go after the lock is left: what they do when they end may read dependencies.
    let forgotten = state.withLock { state in
      if state.latest?.test == test { state.latest = nil }
      return state.caches.removeValue(forKey: test)
    }
    withExtendedLifetime(forgotten) {}
  }
}
