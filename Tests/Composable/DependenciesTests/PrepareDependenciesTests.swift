import Dependencies
import Testing

@Suite struct PrepareDependenciesTests {
  @Dependency(\.greeting) var greeting
  @Dependency(\.harmless) var harmless
  @Dependency(\.liveOnly) var liveOnly

  @Test("DEP-20 A prepared value applies everywhere afterward")
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

  @Test("DEP-20 A value that was read cannot be prepared")
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

  @Test("DEP-20 In a preview, a value that was read can be prepared, once")
  func prepareInPreview() {
    withDependencies {
      $0.context = .preview
    } operation: {
      #expect(greeting.text == "preview")
      let messages = issues {
        prepareDependencies { $0.greeting = Greeting(text: "first") }
        prepareDependencies { $0.greeting = Greeting(text: "second") }
      }
      #expect(messages == [])
      #expect(greeting.text == "first")
    }
    #expect(greeting.text == "test")
  }

  @Test("DEP-20 A prepared context applies afterward, with values prepared in the same call")
  func prepareContext() {
    @Dependency(\.context) var context
    prepareDependencies {
      $0.harmless = "prepared"
      $0.context = .live
      $0.liveOnly = 1
    }
    #expect(context == .live)
    #expect(greeting.text == "live")
    #expect(harmless == "prepared")
    #expect(liveOnly == 1)
    withDependencies {
      $0.context = .preview
    } operation: {
      #expect(greeting.text == "preview")
    }
  }

  @Test("DEP-20 A context cannot be prepared twice, or in an override")
  func prepareContextTwice() {
    prepareDependencies { $0.context = .live }
    let again = issues {
      prepareDependencies { $0.context = .preview }
    }
    #expect(again.count == 1)
    #expect(again.first?.hasPrefix("@Dependency(\\.context) was accessed or prepared") == true)
    withDependencies {
      $0.context = .test
    } operation: {
      let overridden = issues {
        prepareDependencies { $0.context = .preview }
      }
      #expect(overridden.count == 1)
      #expect(greeting.text == "test")
    }
    #expect(greeting.text == "live")
  }

  @Test("DEP-20 A default value modified while preparing is the one read later")
  func prepareDefault() {
    @Dependency(\.session) var session
    let prepared = prepareDependencies { $0.session }
    #expect(session === prepared)
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
