import Dependencies
import Testing

@Suite struct PrepareDependenciesTests {
  @Dependency(\.greeting) var greeting
  @Dependency(\.harmless) var harmless
  @Dependency(\.liveOnly) var liveOnly

  @Test("DEP-20 A prepared value is there for everybody from then on")
  func prepare() {
    let result = prepareDependencies {
      $0.greeting.text = "prepared"
      $0.greeting.text += " in steps"
      $0.liveOnly = 1
      return 5
    }
    #expect(result == 5)
    #expect(greeting.text == "prepared in steps")
    #expect(liveOnly == 1)
  }

  @Test("DEP-20 A prepared value can be overridden")
  func prepareAndOverride() {
    prepareDependencies { $0.greeting.text = "prepared" }
    withDependencies {
      $0.greeting.text += ", overridden"
    } operation: {
      #expect(greeting.text == "prepared, overridden")
    }
    #expect(greeting.text == "prepared")
  }

  @Test("DEP-20 A value that was read cannot be prepared any more")
  func prepareAfterAccess() throws {
    #expect(greeting.text == "test")
    let messages = issues {
      prepareDependencies { $0.greeting = Greeting(text: "late") }
    }
    try #require(messages.count == 1)
    #expect(messages[0].hasPrefix("@Dependency(\\.greeting) was accessed or prepared before"))
    #expect(greeting.text == "test")
  }

  @Test("DEP-20 A value cannot be prepared twice")
  func prepareTwice() throws {
    prepareDependencies { $0.greeting = Greeting(text: "first") }
    let messages = issues {
      prepareDependencies { $0.greeting = Greeting(text: "second") }
    }
    #expect(messages.count == 1)
    #expect(greeting.text == "first")
  }

  @Test("DEP-20 A value that is overridden here cannot be prepared here")
  func prepareInsideOverride() throws {
    withDependencies {
      $0.greeting.text = "overridden"
    } operation: {
      let messages = issues {
        prepareDependencies { $0.greeting.text = "prepared" }
      }
      #expect(messages.count == 1)
      #expect(messages.first?.hasPrefix("@Dependency(\\.greeting) is overridden here") == true)
      #expect(greeting.text == "overridden")
    }
  }
}
