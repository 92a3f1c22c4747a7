import MacroTesting
import Testing

@testable import ComposableMacros

@Suite("@ObservableState next to other attributes")
struct ObservableStateAttributesTests {
  @Test("RED-14 properties of other macros are tracked, those that observe themselves are not")
  func attributes() {
    assertMacro(macros) {
      """
      @ObservableState
      struct State {
        @Coded("a") var a = 1
        @MainActor var b = 2
        @Fetch(Numbers()) var c: [Int] = []
        @FetchAll var d: [Int]
        @FetchOne var e: Int?
      }
      """
    } expansion: {
      #"""
      struct State {
        @Coded("a")
        @ComposableArchitecture.ObservationStateTracked(0) var a = 1
        @MainActor
        @ComposableArchitecture.ObservationStateTracked(1) var b = 2
        @Fetch(Numbers()) var c: [Int] = []
        @FetchAll var d: [Int]
        @FetchOne var e: Int?

        var _$observationRegistrar = ComposableArchitecture.ObservationStateRegistrar()

        var _$id: ComposableArchitecture.ObservableStateID {
          _$observationRegistrar.id
        }

        mutating func _$willModify() {
          _$observationRegistrar._$willModify()
        }

        static var _$properties: [ComposableArchitecture._ObservedProperty<Self>] {
          [
            ComposableArchitecture._ObservedProperty(0, \Self.a, storage: \Self._a, registrar: \Self._$observationRegistrar),
            ComposableArchitecture._ObservedProperty(1, \Self.b, storage: \Self._b, registrar: \Self._$observationRegistrar),
          ]
        }
      }

      extension State: ComposableArchitecture.ObservableState {
      }
      """#
    }
  }
}
