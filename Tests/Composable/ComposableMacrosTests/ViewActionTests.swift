import MacroTesting
import Testing

@testable import ComposableMacros

@Suite("@ViewAction")
struct ViewActionTests {
  @Test("RED-32 a view with a store sends view actions")
  func conformance() {
    assertMacro(macros) {
      """
      @ViewAction(for: Feature.self)
      public struct Screen {
        public let store: StoreOf<Feature>
        func run() {
          send(.tapped)
          other.store.send(.view(.tapped))
        }
      }
      """
    } expansion: {
      """
      public struct Screen {
        public let store: StoreOf<Feature>
        func run() {
          send(.tapped)
          other.store.send(.view(.tapped))
        }
      }

      extension Screen: ComposableArchitecture.ViewActionSending {
      }
      """
    }
  }

  @Test("A view without a store")
  func missingStore() {
    assertMacro(macros) {
      """
      @ViewAction(for: Feature.self)
      struct Screen {
        var body: Int { 0 }
      }
      """
    } diagnostics: {
      """
      @ViewAction(for: Feature.self)
      struct Screen {
      ^ error: '@ViewAction' needs 'Screen' to have a 'store', to send actions to
        fix-it: Insert 'let store: StoreOf<Feature>'
        var body: Int { 0 }
      }
      """
    } fixes: {
      """
      @ViewAction(for: Feature.self)
      struct Screen {
        let store: StoreOf<Feature>
        var body: Int { 0 }
      }
      """
    }
  }

  @Test("RED-32 bypassing the view's actions produces a warning")
  func direct() {
    assertMacro(macros) {
      """
      @ViewAction(for: Feature.self)
      struct Screen {
        let store: StoreOf<Feature>
        func run() {
          store.send(.view(.tapped))
          self.store.send(.view(.moved(x: 1)), animation: .default)
          store.send(.loaded)
        }
      }
      """
    } diagnostics: {
      """
      @ViewAction(for: Feature.self)
      struct Screen {
        let store: StoreOf<Feature>
        func run() {
          store.send(.view(.tapped))
          ^ warning: '@ViewAction' is there to keep this type to its view actions: call 'send', not 'store.send'
            fix-it: Call 'send' with '.tapped'
          self.store.send(.view(.moved(x: 1)), animation: .default)
          ^ warning: '@ViewAction' is there to keep this type to its view actions: call 'send', not 'store.send'
            fix-it: Call 'send' with '.moved(x: 1)'
          store.send(.loaded)
          ^ warning: '@ViewAction' is there to keep this type to its view actions: call 'send', not 'store.send'
        }
      }
      """
    } fixes: {
      """
      @ViewAction(for: Feature.self)
      struct Screen {
        let store: StoreOf<Feature>
        func run() {
          send(.tapped)
          send(.moved(x: 1), animation: .default)
          store.send(.loaded)
        }
      }
      """
    }
  }

  @Test("RED-32 a store that is less visible than the view is refused")
  func hiddenStore() {
    assertMacro(macros) {
      """
      @ViewAction(for: Feature.self)
      public struct Screen {
        let store: StoreOf<Feature>
      }
      @ViewAction(for: Feature.self)
      private struct Part {
        private let store: StoreOf<Feature>
      }
      """
    } diagnostics: {
      """
      @ViewAction(for: Feature.self)
      public struct Screen {
        let store: StoreOf<Feature>
        ^ error: '@ViewAction' needs 'store' to be as visible as 'Screen': public
      }
      @ViewAction(for: Feature.self)
      private struct Part {
        private let store: StoreOf<Feature>
                ^ error: '@ViewAction' needs 'store' to be as visible as 'Part': fileprivate
      }
      """
    }
  }
}
