import MacroTesting
import Testing

@Suite("Expansions of '@DependencyEntry'")
struct DependencyEntryExpansionTests {
  @Test("DEP-08 a property whose type is its own key")
  func ownKey() {
    assertMacro(dependencyMacros) {
      """
      extension DependencyValues {
        @DependencyEntry var factClient: FactClient
      }
      """
    } expansion: {
      """
      extension DependencyValues {
        var factClient: FactClient {
          get {
            self[FactClient.self]
          }
          set {
            self[FactClient.self] = newValue
          }
        }
      }
      """
    }
  }

  @Test("DEP-08 a property with a value gets a key, with the value as that of tests")
  func value() {
    assertMacro(dependencyMacros) {
      """
      extension DependencyValues {
        @DependencyEntry public var retries = 3
        @DependencyEntry(liveValue: Client.live) var client: Client = .mock
      }
      """
    } expansion: {
      """
      extension DependencyValues {
        public var retries {
          get {
            self[__Key_retries.self]
          }
          set {
            self[__Key_retries.self] = newValue
          }
        }

        private enum __Key_retries: Dependencies.TestDependencyKey {
          static var testValue: Int {
            3
          }
        }
        var client: Client {
          get {
            self[__Key_client.self]
          }
          set {
            self[__Key_client.self] = newValue
          }
        }

        private enum __Key_client: Dependencies.DependencyKey {
          static var testValue: Client {
            .mock
          }
          static var liveValue: Client {
            Client.live
          }
        }
      }
      """
    }
  }

  @Test("DEP-08 other values infer their type from the test value")
  func inferred() {
    assertMacro(dependencyMacros) {
      """
      extension DependencyValues {
        @DependencyEntry(liveValue: 1, previewValue: 2) var date = Date()
      }
      """
    } expansion: {
      """
      extension DependencyValues {
        var date {
          get {
            self[__Key_date.self]
          }
          set {
            self[__Key_date.self] = newValue
          }
        }

        private enum __Key_date: Dependencies.DependencyKey {
          private static let _value = Date()
          static let testValue = _value
          static let liveValue = DependenciesMacros._entryValue(1, ofTypeOf: _value)
          static let previewValue = DependenciesMacros._entryValue(2, ofTypeOf: _value)
        }
      }
      """
    }
  }

  @Test("DEP-08 a key with a name is as visible as the property, or as the extension")
  func named() {
    assertMacro(dependencyMacros) {
      """
      public extension DependencyValues {
        @DependencyEntry("SpeedKey") var speed = 1.0
        @DependencyEntry("NoteKey") package var note: String?
      }
      """
    } expansion: {
      """
      public extension DependencyValues {
        var speed {
          get {
            self[SpeedKey.self]
          }
          set {
            self[SpeedKey.self] = newValue
          }
        }

        public enum SpeedKey: Dependencies.TestDependencyKey {
          public static var testValue: Double {
            1.0
          }
        }
        package var note: String? {
          get {
            self[NoteKey.self]
          }
          set {
            self[NoteKey.self] = newValue
          }
        }

        package enum NoteKey: Dependencies.TestDependencyKey {
          package static var testValue: String? {
            nil
          }
        }
      }
      """
    }
  }

  @Test("DEP-08 without a value of the property, tests get the live value")
  func liveValueOnly() {
    assertMacro(dependencyMacros) {
      """
      extension DependencyValues {
        @DependencyEntry(liveValue: Client.live) var client: Client
        @DependencyEntry("NoteKey", liveValue: "live", previewValue: "preview") var note: String?
      }
      """
    } expansion: {
      """
      extension DependencyValues {
        var client: Client {
          get {
            self[__Key_client.self]
          }
          set {
            self[__Key_client.self] = newValue
          }
        }

        private enum __Key_client: Dependencies.DependencyKey {
          static var liveValue: Client {
            Client.live
          }
        }
        var note: String? {
          get {
            self[NoteKey.self]
          }
          set {
            self[NoteKey.self] = newValue
          }
        }

        enum NoteKey: Dependencies.DependencyKey {
          static var liveValue: String? {
            "live"
          }
          static var previewValue: String? {
            "preview"
          }
        }
      }
      """
    }
  }

  @Test("other values without a test value, and invalid names, are refused")
  func noTestValue() {
    assertMacro(dependencyMacros) {
      """
      extension DependencyValues {
        @DependencyEntry(previewValue: Client.mock) var client: Client
        @DependencyEntry var action: () -> Void
        @DependencyEntry("a key") var key = 1
      }
      """
    } diagnostics: {
      """
      extension DependencyValues {
        @DependencyEntry(previewValue: Client.mock) var client: Client
                         ^ error: 'client' needs a value, which tests get: '= <test value>'
        @DependencyEntry var action: () -> Void
                             ^ error: 'action' needs a value, which tests get: '= <test value>'
        @DependencyEntry("a key") var key = 1
                         ^ error: The key's name must be a plain string literal that is a name for a type
      }
      """
    }
  }

  @Test("a constant is refused")
  func constant() {
    assertMacro(dependencyMacros) {
      """
      extension DependencyValues {
        @DependencyEntry let retries: Int = 3
      }
      """
    } diagnostics: {
      """
      extension DependencyValues {
        @DependencyEntry let retries: Int = 3
                         ^ error: A dependency must be a 'var', so that it can be overridden
                           fix-it: Replace 'let' with 'var'
      }
      """
    } fixes: {
      """
      extension DependencyValues {
        @DependencyEntry var retries: Int = 3
      }
      """
    }
  }

  @Test("a function is refused")
  func function() {
    assertMacro(dependencyMacros) {
      """
      extension DependencyValues {
        @DependencyEntry func retries() {}
      }
      """
    } diagnostics: {
      """
      extension DependencyValues {
        @DependencyEntry func retries() {}
        ^ error: '@DependencyEntry' applies to a property in an extension of 'DependencyValues'
      }
      """
    }
  }
}
