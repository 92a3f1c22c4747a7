import ConcurrencyExtras
import Dependencies
import Foundation
import Testing

private let evaluations = LockIsolated<[String: Int]>([:])

/// A key whose value is the number of its computations.
private enum CountedKey<Tag>: DependencyKey {
  static var liveValue: Int {
    evaluations.withValue {
      $0[String(describing: Tag.self), default: 0] += 1
      return $0[String(describing: Tag.self), default: 0]
    }
  }
  static var testValue: Int { liveValue }
}

private enum Tag<Element> {}

@Suite struct CacheTests {
  @Test("A live value is computed once, on the first read")
  func onceLazily() {
    enum Lazy {}
    withDependencies {
      $0.context = .live
    } operation: {
      @Dependency(CountedKey<Lazy>.self) var counted
      #expect(evaluations.value["Lazy"] == nil)
      #expect(counted == 1)
      #expect(counted == 1)
    }
  }

  @Test("A value is computed once by many readers at the same time")
  func onceConcurrently() async {
    enum Raced {}
    await withTaskGroup(of: Int.self) { group in
      for _ in 1...64 {
        group.addTask {
          @Dependency(CountedKey<Raced>.self) var counted
          return counted
        }
      }
      for await value in group { #expect(value == 1) }
    }
    #expect(evaluations.value["Raced"] == 1)
  }

  @Test("The cache grows beyond its initial capacity")
  func growth() {
    func read<T>(_: T.Type, depth: Int) -> [Int] {
      @Dependency(CountedKey<T>.self) var first
      @Dependency(CountedKey<T>.self) var second
      let rest = depth > 0 ? read(Tag<T>.self, depth: depth - 1) : []
      return [first, second] + rest
    }
    #expect(read(Tag<Void>.self, depth: 100).allSatisfy { $0 == 1 })
    #expect(read(Tag<Void>.self, depth: 100).allSatisfy { $0 == 1 })
  }
}
