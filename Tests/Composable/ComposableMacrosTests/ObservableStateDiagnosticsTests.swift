import MacroTesting
import Testing

@testable import ComposableMacros

@Suite("Declarations that @ObservableState cannot observe")
struct ObservableStateDiagnosticsTests {
  @Test("A class and an actor cannot be observable state")
  func kinds() {
    assertMacro(macros) {
      """
      @ObservableState
      final class State {
        var count = 0
      }
      @ObservableState
      actor Other {
        var count = 0
      }
      """
    } diagnostics: {
      """
      @ObservableState
      final class State {
            ^ error: '@ObservableState' applies to a struct or an enum, not to a class: a feature's state is a value
        var count = 0
      }
      @ObservableState
      actor Other {
      ^ error: '@ObservableState' applies to a struct or an enum, not to an actor: a feature's state is a value
        var count = 0
      }
      """
    }
  }

  @Test("Attributes of other observation are replaced")
  func foreignAttributes() {
    assertMacro(macros) {
      """
      @ObservableState
      struct State {
        @ObservationIgnored var a = 1
        @ObservationTracked var b = 1
        @PresentationState var c: Int?
      }
      """
    } diagnostics: {
      """
      @ObservableState
      struct State {
        @ObservationIgnored var a = 1
        ^ error: '@ObservationIgnored' does not work in '@ObservableState'; use '@ObservationStateIgnored'
          fix-it: Replace '@ObservationIgnored' with '@ObservationStateIgnored'
        @ObservationTracked var b = 1
        ^ error: '@ObservationTracked' does not work in '@ObservableState'; use '@ObservationStateTracked'
          fix-it: Replace '@ObservationTracked' with '@ObservationStateTracked'
        @PresentationState var c: Int?
        ^ error: '@PresentationState' does not work in '@ObservableState'; use '@Presents'
          fix-it: Replace '@PresentationState' with '@Presents'
      }
      """
    } fixes: {
      """
      @ObservableState
      struct State {
        @ObservationStateIgnored var a = 1
        @ObservationStateTracked var b = 1
        @Presents var c: Int?
      }
      """
    }
  }

  @Test("Each property needs a separate declaration")
  func severalBindings() {
    assertMacro(macros) {
      """
      @ObservableState
      struct State {
        var count = 0
        // The place
        public var x, y: Int, z = 0
        var (a, b) = (1, 2)
      }
      """
    } diagnostics: {
      """
      @ObservableState
      struct State {
        var count = 0
        // The place
        public var x, y: Int, z = 0
        ^ error: '@ObservableState' needs a declaration of its own for each property
          fix-it: Declare each property on its own
        var (a, b) = (1, 2)
        ^ error: '@ObservableState' needs a declaration of its own for each property
      }
      """
    } fixes: {
      """
      @ObservableState
      struct State {
        var count = 0
        // The place
        public var x: Int
        public var y: Int
        public var z = 0
        var (a, b) = (1, 2)
      }
      """
    }
  }
}
