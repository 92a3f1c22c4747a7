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

  @Test("DEP-08 a property with a value gets a key")
  func value() {
    assertMacro(dependencyMacros) {
      """
      extension DependencyValues {
        @DependencyEntry public var retries = 3
        @DependencyEntry(previewValue: .mock, testValue: Client()) var client: Client = .live
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

        private enum __Key_retries: Dependencies.DependencyKey {
          static let liveValue: Int = 3
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
          static let liveValue: Client = .live
          static let previewValue: Client = .mock
          static let testValue: Client = Client()
        }
      }
      """
    }
  }

  @Test("values without a live one are refused")
  func noLiveValue() {
    assertMacro(dependencyMacros) {
      """
      extension DependencyValues {
        @DependencyEntry(testValue: Client.mock) var client: Client
      }
      """
    } diagnostics: {
      """
      extension DependencyValues {
        @DependencyEntry(testValue: Client.mock) var client: Client
                         ^ error: 'client' needs a live value to have others beside it: '= <live value>'
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

  @Test("a value whose type cannot be told is refused")
  func noType() {
    assertMacro(dependencyMacros) {
      """
      extension DependencyValues {
        @DependencyEntry var date = Date()
      }
      """
    } diagnostics: {
      """
      extension DependencyValues {
        @DependencyEntry var date = Date()
                             ^ error: '@DependencyEntry' needs the type to be written
      }
      """
    }
  }
}
