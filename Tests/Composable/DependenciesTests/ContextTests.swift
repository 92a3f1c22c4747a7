import Dependencies
import Foundation
import IssueReporting
import Testing

@Suite struct ContextTests {
  @Dependency(\.greeting) var greeting
  @Dependency(\.interfaceOnly) var interfaceOnly
  @Dependency(\.liveOnly) var liveOnly

  @Test("DEP-11 DEP-22 A test is known to be one, and gets test values")
  func test() {
    @Dependency(\.context) var context
    #expect(isTesting)
    #expect(context == .test)
    #expect(greeting.text == "test")
  }

  @Test(
    "DEP-09 DEP-11 Each context has its own value",
    arguments: zip(DependencyContext.allCases, ["live", "preview", "test"]))
  func contexts(context: DependencyContext, text: String) {
    withDependencies {
      $0.context = context
    } operation: {
      #expect(greeting.text == text)
    }
    #expect(greeting.text == "test")
  }

  @Test("Values of a context can be read without overriding them")
  func valuesOfContext() {
    #expect(DependencyValues.live.greeting.text == "live")
    #expect(DependencyValues.preview.greeting.text == "preview")
    #expect(DependencyValues.test.greeting.text == "test")
  }

  @Test("DEP-10 A preview of a key without a preview value gets the live value, or the test value")
  func previewFallback() {
    withDependencies {
      $0.context = .preview
    } operation: {
      #expect(liveOnly == 42)
      #expect(interfaceOnly.name == "test")
    }
  }

  @Test("A key without a live value is reported when live, and its test value stands in")
  func missingLiveValue() throws {
    let messages = issues {
      withDependencies {
        $0.context = .live
      } operation: {
        #expect(interfaceOnly.name == "test")
        #expect(interfaceOnly.name == "test")
      }
    }
    try #require(messages.count == 1)
    #expect(
      messages[0].hasPrefix(
        """
        @Dependency(\\.interfaceOnly) has no live implementation, but was accessed from a live \
        context:

          Location:
            DependenciesTests/ContextTests.swift:8
          Key:
            InterfaceOnly
          Value:
            InterfaceOnly
        """))
  }

  @Test("DEP-12 A live value read in a test is reported with its name, location, key, and type")
  func missingTestValue() throws {
    let messages = issues { #expect(liveOnly == 42) }
    try #require(messages.count == 1)
    #expect(
      messages[0].hasPrefix(
        """
        @Dependency(\\.liveOnly) has no test implementation, but was accessed from a test context:

          Location:
            DependenciesTests/ContextTests.swift:9
          Key:
            LiveOnlyKey
          Value:
            Int
        """))
    #expect(messages[0].contains("withDependencies"))
  }

  @Test("DEP-12 A dependency read by its type is reported by its type")
  func missingTestValueByType() throws {
    let messages = issues {
      @Dependency(LiveOnlyKey.self) var liveOnly
      #expect(liveOnly == 42)
    }
    try #require(messages.count == 1)
    #expect(messages[0].hasPrefix("@Dependency(LiveOnlyKey.self) has no test implementation"))
  }

  @Test("A key may allow tests to use its live value")
  func harmless() {
    @Dependency(\.harmless) var harmless
    let messages = issues { #expect(harmless == "harmless") }
    #expect(messages == [])
  }

  @Test("Setting a dependency without a test value is not an access, and does not hide a later one")
  func settingIsNoAccess() {
    let messages = issues {
      withDependencies {
        $0.liveOnly += 1
      } operation: {
        #expect(liveOnly == 43)
      }
    }
    #expect(messages == [])
    let later = issues { #expect(liveOnly == 42) }
    #expect(later.count == 1)
  }

  @Test("A default value modified while values are set is the one read later")
  func touchedDefault() {
    @Dependency(\.touchedObject) var object
    let messages = issues {
      withDependencies {
        $0.touchedObject.count.setValue(5)
      } operation: {
        #expect(object.count.value == 5)
      }
    }
    #expect(messages.count == 1)
    #expect(messages.first?.hasPrefix("@Dependency(\\.touchedObject) has no test impl") == true)
    #expect(object.count.value == 5)
  }

  @Test("A missing live value read while values are set is reported in the operation")
  func readWhileSetting() {
    withDependencies {
      $0.context = .live
    } operation: {
      withDependencies { values in
        let messages = issues {
          #expect(values.interfaceOnly.name == "test")
          #expect(interfaceOnly.name == "test")
        }
        #expect(messages == [])
      } operation: {
        let messages = issues { #expect(interfaceOnly.name == "test") }
        #expect(messages.count == 1)
        #expect(messages.first?.hasPrefix("@Dependency(\\.interfaceOnly) has no live impl") == true)
      }
    }
  }

  @Test("A missing test value read while values are set is reported in the operation")
  func readWhileSettingAsynchronously() async {
    await withDependencies { values in
      await Task.yield()
      let messages = issues {
        #expect(liveOnly == 42)
        values.greeting.text = "\(liveOnly)"
      }
      #expect(messages == [])
    } operation: {
      await Task.yield()
      let messages = issues { #expect(liveOnly == 42) }
      #expect(messages.count == 1)
      #expect(greeting.text == "42")
    }
  }

  @Test("Values that replace all others are set without a report, too")
  func settingFreshValues() {
    let messages = issues {
      withDependencies {
        $0 = DependencyValues()
        $0.liveOnly += 1
      } operation: {
        #expect(liveOnly == 43)
      }
    }
    #expect(messages == [])
  }

  @Test("A model made while values are set reports the missing values that it reads later")
  func madeWhileSetting() {
    struct Model {
      @Dependency(\.liveOnly) var liveOnly
    }
    var model: Model?
    withDependencies { _ in
      model = Model()
    } operation: {
    }
    let messages = issues { #expect(model?.liveOnly == 42) }
    #expect(messages.count == 1)
  }

  @Test("A key's reporting test value reports when read, not when replaced")
  func reportingTestValue() {
    @Dependency(ReportingKey.self) var number
    let set = issues {
      withDependencies {
        $0[ReportingKey.self] += 1
      } operation: {
        #expect(number == 1)
      }
    }
    #expect(set == [])
    let read = issues {
      #expect(number == 0)
      #expect(number == 0)
    }
    #expect(read == ["Unimplemented: number"])
  }

  @Test("DEP-12 A missing test value is reported when it is read by itself")
  func missingTestValueOfKey() throws {
    let messages = issues {
      #expect(LiveOnlyKey.testValue == 42)
      #expect(HarmlessKey.testValue == "harmless")
    }
    try #require(messages.count == 1)
    #expect(
      messages[0].hasPrefix(
        """
        A dependency has no test implementation, but was accessed from a test context:

          Key:
            LiveOnlyKey
          Value:
            Int
        """))
  }

  @Test(
    "DEP-11 The environment variable decides the context", arguments: DependencyContext.allCases)
  func environment(context: DependencyContext) async {
    await #expect(processExitsWith: .success) { [name = context.rawValue as String] in
      setenv("SWIFT_DEPENDENCIES_CONTEXT", name, 1)
      #expect(DependencyValues().context.rawValue == name)
    }
  }

  @Test("DEP-11 A value that names no context is reported, and the context is detected")
  func wrongEnvironment() async {
    await #expect(processExitsWith: .success) {
      setenv("SWIFT_DEPENDENCIES_CONTEXT", "production", 1)
      let messages = issues { #expect(DependencyValues().context == .test) }
      #expect(messages.count == 1)
      #expect(messages.first?.contains("'production'") == true)
      #expect(messages.first?.contains("'live', 'preview' or 'test'") == true)
    }
  }
}
