import ConcurrencyExtras
import Dependencies
import Dispatch
import IssueReporting
import Testing

private struct A: DependencyKey {
  var name: String
  static var liveValue: Self {
    @Dependency(B.self) var b
    return Self(name: "a(\(b.name))")
  }
  static let testValue = Self(name: "test a")
}

private struct B: DependencyKey {
  var name: String
  static var liveValue: Self {
    @Dependency(C.self) var c
    return Self(name: "b(\(c.name))")
  }
  static let testValue = Self(name: "test b")
}

private struct C: DependencyKey {
  var name: String
  static var liveValue: Self {
    @Dependency(A.self) var a
    return Self(name: "c(\(a.name))")
  }
  static let testValue = Self(name: "test c")
}

private enum Hopeless: DependencyKey {
  static let liveValue: Int = {
    @Dependency(Hopeless.self) var hopeless
    return hopeless
  }()
}

/// Two values that need each other and begin to be computed at the same time.
private enum Race {
  static let hasBegun = (left: DispatchSemaphore(value: 0), right: DispatchSemaphore(value: 0))
}

private enum Left: DependencyKey {
  static var liveValue: String {
    Race.hasBegun.left.signal()
    Race.hasBegun.right.wait()
    @Dependency(Right.self) var right
    return "left(\(right))"
  }
  static let testValue = "test left"
}

private enum Right: DependencyKey {
  static var liveValue: String {
    Race.hasBegun.right.signal()
    Race.hasBegun.left.wait()
    @Dependency(Left.self) var left
    return "right(\(left))"
  }
  static let testValue = "test right"
}

@Suite struct CycleTests {
  @Test("A cycle over two threads is reported too, instead of each waiting for the other")
  func cycleOverThreads() async throws {
    let messages = LockIsolated<[String]>([])
    @Sendable func read<Key: DependencyKey<String>>(
      _ key: Key.Type, _ dependencies: DependencyValues.Continuation
    ) async -> String {
      await withCheckedContinuation { continuation in
        DispatchQueue(label: "reader").async {
          let value = dependencies.yield {
            withIssueReporters([MessageReporter(messages)]) {
              @Dependency(key) var value
              return value
            }
          }
          continuation.resume(returning: value)
        }
      }
    }
    let values = await withDependencies {
      $0.context = .live
    } operation: {
      await withEscapedDependencies { dependencies in
        async let left = read(Left.self, dependencies)
        async let right = read(Right.self, dependencies)
        return await [left, right]
      }
    }
    #expect(
      values == ["left(right(test left))", "right(test left)"]
        || values == ["left(test right)", "right(left(test right))"])
    try #require(messages.value.count == 1)
    #expect(
      messages.value[0].contains("@Dependency(Left.self) → @Dependency(Right.self)")
        || messages.value[0].contains("@Dependency(Right.self) → @Dependency(Left.self)"))
  }

  @Test("A cycle of default values is reported as the chain it is, and survived")
  func cycle() throws {
    let messages = issues {
      withDependencies {
        $0.context = .live
      } operation: {
        @Dependency(A.self) var a
        #expect(a.name == "a(b(c(test a)))")
      }
    }
    try #require(messages.count == 1)
    #expect(
      messages[0].contains(
        """
        @Dependency(A.self) → @Dependency(B.self) → @Dependency(C.self) → @Dependency(A.self)
        """))
  }

  @Test("A cycle that no test value breaks stops the program instead of its stack")
  func hopeless() async {
    await #expect(processExitsWith: .failure) {
      _ = issues {
        withDependencies {
          $0.context = .live
        } operation: {
          @Dependency(Hopeless.self) var hopeless
          _ = hopeless
        }
      }
    }
  }
}
