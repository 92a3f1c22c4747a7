import MacroTesting
import Testing

@testable import ComposableMacros

@Suite("@Reducer on a struct")
struct ReducerStructTests {
  @Test("RED-01 the body gets a builder, the action case paths")
  func basics() {
    assertMacro(macros) {
      """
      @Reducer
      struct Feature {
        struct State {}
        enum Action {}
        var body: some ReducerOf<Self> {
          EmptyReducer()
        }
      }
      """
    } expansion: {
      """
      struct Feature {
        struct State {}
        @CasePaths.CasePathable
        enum Action {}
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

  @Test("RED-01 an enum of states gets case paths and reads like properties")
  func enumState() {
    assertMacro(macros) {
      """
      @Reducer
      struct Feature {
        enum State {}
        @CasePathable
        indirect enum Action {}
        var body: some ComposableArchitecture.Reducer<State, Action> {
          EmptyReducer()
        }
      }
      """
    } expansion: {
      """
      struct Feature {
        @CasePaths.CasePathable @dynamicMemberLookup
        enum State {}
        @CasePathable
        indirect enum Action {}
        @ComposableArchitecture.ReducerBuilder<Self.State, Self.Action>
        var body: some ComposableArchitecture.Reducer<State, Action> {
          EmptyReducer()
        }
      }

      extension Feature: ComposableArchitecture.Reducer {
      }
      """
    }
  }

  @Test("RED-01 existing members are not added again")
  func existing() {
    assertMacro(macros) {
      """
      @Reducer
      struct Feature {
        @CasePathable @dynamicMemberLookup enum State {}
        typealias Action = Other.Action
        @ReducerBuilder<State, Action>
        var body: some Reducer<State, Action> {
          EmptyReducer()
        }
      }
      """
    } expansion: {
      """
      struct Feature {
        @CasePathable @dynamicMemberLookup enum State {}
        typealias Action = Other.Action
        @ReducerBuilder<State, Action>
        var body: some Reducer<State, Action> {
          EmptyReducer()
        }
      }

      extension Feature: ComposableArchitecture.Reducer {
      }
      """
    }
  }

  @Test("A feature without state, actions and logic gets empty ones")
  func empty() {
    assertMacro(macros) {
      """
      @Reducer
      public struct Feature {
      }
      """
    } expansion: {
      #"""
      public struct Feature {

        public struct State: ComposableArchitecture.ObservableState, Swift.Codable, Swift.Hashable, Swift.Sendable {
          public init() {
          }
          public var _$observationRegistrar = ComposableArchitecture.ObservationStateRegistrar()
          public var _$id: ComposableArchitecture.ObservableStateID {
            _$observationRegistrar.id
          }
          public mutating func _$willModify() {
            _$observationRegistrar._$willModify()
          }
          public static var _$properties: [ComposableArchitecture._ObservedProperty<Self>] {
            []
          }
        }

        public enum Action: CasePaths.CasePathable, CasePaths.CasePathIterable, Swift.Hashable, Swift.Sendable {
          public struct AllCasePaths: CasePaths.CasePathReflectable, Swift.Sendable, Swift.Sequence {

            public subscript(root: Action) -> CasePaths.PartialCaseKeyPath<Action> {
              \.never
            }
            public func makeIterator() -> Swift.IndexingIterator<[CasePaths.PartialCaseKeyPath<Action>]> {
              let paths: [CasePaths.PartialCaseKeyPath<Action>] = []

              return paths.makeIterator()
            }
          }
          public static var allCasePaths: AllCasePaths {
            AllCasePaths()
          }
        }

        public var body: ComposableArchitecture.EmptyReducer<Self.State, Self.Action> {
          ComposableArchitecture.EmptyReducer()
        }
      }

      extension Feature: ComposableArchitecture.Reducer {
      }
      """#
    }
  }

  @Test("A function instead of a body produces a warning")
  func both() {
    assertMacro(macros) {
      """
      @Reducer
      struct Feature {
        struct State {}
        enum Action {}
        func reduce(into state: inout State, action: Action) -> Effect<Action> {
          .none
        }
        var body: some ReducerOf<Self> {
          EmptyReducer()
        }
      }
      """
    } diagnostics: {
      """
      @Reducer
      struct Feature {
        struct State {}
        enum Action {}
        func reduce(into state: inout State, action: Action) -> Effect<Action> {
             ^ warning: 'Feature' has a 'body', so this 'reduce' is never called: write one of the two, or use 'Reduce' in the body
               note: 'body' is here (line 8)
          .none
        }
        var body: some ReducerOf<Self> {
          EmptyReducer()
        }
      }
      """
    }
  }

  @Test("A function for a part of the action may stand beside the body")
  func part() {
    assertMacro(macros) {
      """
      @Reducer
      struct Feature {
        struct State {}
        @CasePathable enum Action {}
        func reduce(into state: inout State, action: Action.View) -> Effect<Action> {
          .none
        }
        @ReducerBuilderOf<Self> var body: some ReducerOf<Self> {
          EmptyReducer()
        }
      }
      """
    } expansion: {
      """
      struct Feature {
        struct State {}
        @CasePathable enum Action {}
        func reduce(into state: inout State, action: Action.View) -> Effect<Action> {
          .none
        }
        @ReducerBuilderOf<Self> var body: some ReducerOf<Self> {
          EmptyReducer()
        }
      }

      extension Feature: ComposableArchitecture.Reducer {
      }
      """
    }
  }

  @Test("A class, an actor and a protocol cannot be reducers")
  func kinds() {
    assertMacro(macros) {
      """
      @Reducer class A {}
      @Reducer actor B {}
      @Reducer protocol C {}
      """
    } diagnostics: {
      """
      @Reducer class A {}
               ^ error: '@Reducer' applies to a struct or an enum, not to a class
      @Reducer actor B {}
               ^ error: '@Reducer' applies to a struct or an enum, not to an actor
      @Reducer protocol C {}
               ^ error: '@Reducer' applies to a struct or an enum, not to a protocol
      """
    }
  }
}
