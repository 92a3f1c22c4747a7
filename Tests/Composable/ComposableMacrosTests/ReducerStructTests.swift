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
