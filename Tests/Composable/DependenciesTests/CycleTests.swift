import Dependencies
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

@Suite struct CycleTests {
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
