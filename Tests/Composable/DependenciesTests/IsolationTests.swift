import ConcurrencyExtras
import Dependencies
import DependenciesTestSupport
import Foundation
import Testing

/// A default value with state, as a store of documents is.
private final class Counter: DependencyKey, Sendable {
  let count = LockIsolated(0)

  static var liveValue: Counter { Counter() }
  static var testValue: Counter { Counter() }

  func increment() -> Int {
    count.withValue {
      $0 += 1
      return $0
    }
  }
}

/// Each of these tests would see the count of another if tests shared default values. They run in
/// parallel, and each gives the others the time to interfere.
@Suite struct IsolationTests {
  @Dependency(Counter.self) private var counter

  private func count() async {
    #expect(counter.increment() == 1)
    await Task.megaYield()
    #expect(counter.increment() == 2)
  }

  @Test("TST-34 A test has its own default values (1)") func first() async { await count() }
  @Test("TST-34 A test has its own default values (2)") func second() async { await count() }
  @Test("TST-35 A test has its own default values (3)") func third() async { await count() }

  @Test("TST-35 A value prepared in one test is not seen in another")
  func prepared() {
    @Dependency(\.uuid) var uuid
    prepareDependencies { $0.uuid = .incrementing }
    #expect(uuid() == UUID(0))
  }

  @Test("TST-35 A value prepared in another test is not seen in this one")
  func notPrepared() {
    @Dependency(\.uuid) var uuid
    #expect(issues { _ = uuid() }.count == 1)
  }

  @Test("DEP-21 Each argument has its own default values", .dependencies, arguments: 1...8)
  func arguments(_: Int) async { await count() }
}
