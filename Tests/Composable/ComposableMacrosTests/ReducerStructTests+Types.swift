import MacroTesting
import Testing

@testable import ComposableMacros

extension ReducerStructTests {
  @Test("Types mentioned by the body or the function are not created again")
  func mentioned() {
    assertMacro(macros) {
      """
      @Reducer
      struct Composed {
        var body: some Reducer<Int, Other.Action> {
          Other()
        }
      }
      @Reducer
      struct Borrowed {
        var body: some ReducerOf<Other> {
          Other()
        }
      }
      @Reducer
      struct Spelled {
        var body: Other { Other() }
      }
      @Reducer
      struct Function {
        enum Action {}
        func reduce(into state: inout Int, action: Action) -> Effect<Action> {
          .none
        }
      }
      """
    } expansion: {
      """
      struct Composed {
        @ComposableArchitecture.ReducerBuilder<Self.State, Self.Action>
        var body: some Reducer<Int, Other.Action> {
          Other()
        }

        typealias State = Int

        typealias Action = Other.Action
      }
      struct Borrowed {
        @ComposableArchitecture.ReducerBuilder<Self.State, Self.Action>
        var body: some ReducerOf<Other> {
          Other()
        }

        typealias State = Other.State

        typealias Action = Other.Action
      }
      struct Spelled {
        var body: Other { Other() }
      }
      struct Function {
        @CasePaths.CasePathable
        enum Action {}
        func reduce(into state: inout Int, action: Action) -> Effect<Action> {
          .none
        }

        typealias State = Int
      }

      extension Composed: ComposableArchitecture.Reducer {
      }

      extension Borrowed: ComposableArchitecture.Reducer {
      }

      extension Spelled: ComposableArchitecture.Reducer {
      }

      extension Function: ComposableArchitecture.Reducer {
      }
      """
    }
  }

  @Test("Members of a feature without logic in any clause, or as a parameter, are not added")
  func elsewhere() {
    assertMacro(macros) {
      """
      @Reducer
      struct Generic<State, Action> {
      }
      @Reducer
      package struct Conditional {
        #if DEBUG
          struct State {}
        #else
          struct State {}
        #endif
      }
      """
    } expansion: {
      #"""
      struct Generic<State, Action> {

        var body: ComposableArchitecture.EmptyReducer<Self.State, Self.Action> {
          ComposableArchitecture.EmptyReducer()
        }
      }
      package struct Conditional {
        #if DEBUG
          struct State {}
        #else
          struct State {}
        #endif

        package enum Action: CasePaths.CasePathable, CasePaths.CasePathIterable, Swift.Hashable, Swift.Sendable {
          package struct AllCasePaths: CasePaths.CasePathReflectable, Swift.Sendable, Swift.Sequence {

            package subscript(root: Action) -> CasePaths.PartialCaseKeyPath<Action> {
              \.never
            }
            package func makeIterator() -> Swift.IndexingIterator<[CasePaths.PartialCaseKeyPath<Action>]> {
              let paths: [CasePaths.PartialCaseKeyPath<Action>] = []

              return paths.makeIterator()
            }
          }
          package static var allCasePaths: AllCasePaths {
            AllCasePaths()
          }
        }

        package var body: ComposableArchitecture.EmptyReducer<Self.State, Self.Action> {
          ComposableArchitecture.EmptyReducer()
        }
      }

      extension Generic: ComposableArchitecture.Reducer {
      }

      extension Conditional: ComposableArchitecture.Reducer {
      }
      """#
    }
  }

  @Test("The types of a feature with logic may be in an extension, which no diagnostic mentions")
  func extensions() {
    assertMacro(macros) {
      """
      @Reducer
      struct Feature {
        struct State {}
        var body: some ReducerOf<Self> {
          EmptyReducer()
        }
      }
      @Reducer
      struct Function {
        func reduce(into state: inout State, action: Self.Action) -> Effect<Action> {
          .none
        }
      }
      """
    } expansion: {
      """
      struct Feature {
        struct State {}
        @ComposableArchitecture.ReducerBuilder<Self.State, Self.Action>
        var body: some ReducerOf<Self> {
          EmptyReducer()
        }
      }
      struct Function {
        func reduce(into state: inout State, action: Self.Action) -> Effect<Action> {
          .none
        }
      }

      extension Feature: ComposableArchitecture.Reducer {
      }

      extension Function: ComposableArchitecture.Reducer {
      }
      """
    }
  }
}
