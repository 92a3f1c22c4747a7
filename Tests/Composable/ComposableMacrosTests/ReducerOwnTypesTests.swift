import MacroTesting
import Testing

@testable import ComposableMacros

@Suite("States and actions that @Reducer finds")
struct ReducerOwnTypesTests {
  @Test("RED-01 case paths that are written by hand are not written again")
  func handWrittenCasePaths() {
    assertMacro(macros) {
      """
      @Reducer
      struct Feature {
        enum State: CasePathable {
          struct AllCasePaths {}
          static var allCasePaths: AllCasePaths { AllCasePaths() }
        }
        enum Action: Equatable, CasePaths.CasePathable {
          struct AllCasePaths {}
          static var allCasePaths: AllCasePaths { AllCasePaths() }
        }
        var body: some ReducerOf<Self> {
          EmptyReducer()
        }
      }
      """
    } expansion: {
      """
      struct Feature {
        @dynamicMemberLookup
        enum State: CasePathable {
          struct AllCasePaths {}
          static var allCasePaths: AllCasePaths { AllCasePaths() }
        }
        enum Action: Equatable, CasePaths.CasePathable {
          struct AllCasePaths {}
          static var allCasePaths: AllCasePaths { AllCasePaths() }
        }
        @ComposableArchitecture.ReducerBuilder<Self.State, Self.Action>
        var body: some ReducerOf<Self> {
          EmptyReducer()
        }
      }

      extension Feature: ComposableArchitecture.Reducer {
      }
      """
    }
  }
}
