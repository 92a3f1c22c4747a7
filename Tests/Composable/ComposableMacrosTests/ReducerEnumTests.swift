import MacroTesting
import Testing

@testable import ComposableMacros

@Suite("@Reducer on an enum")
struct ReducerEnumTests {
  @Test("members of a nonisolated enum are nonisolated")
  func isolation() {
    assertMacro(macros) {
      """
      @Reducer
      nonisolated enum Path {
        case leaf(Leaf)
      }
      """
    } expansion: {
      #"""
      nonisolated enum Path {
        case leaf(Leaf)

        @dynamicMemberLookup
        nonisolated enum State: CasePaths.CasePathable, CasePaths.CasePathIterable, ComposableArchitecture.CaseReducerState, ComposableArchitecture.ObservableState {
          typealias StateReducer = Path
          static var _reducer: StateReducer.Type {
            StateReducer.self
          }
          case leaf(Leaf.State)
          struct AllCasePaths: CasePaths.CasePathReflectable, Swift.Sendable, Swift.Sequence {
            var leaf: CasePaths.AnyCasePath<State, Leaf.State> {
              CasePaths.AnyCasePath(
                _embed: State.leaf,
                _extract: {
                  guard case .leaf(let v0) = $0 else {
                    return nil
                  }
                  return v0
                }
              )
            }
            subscript(root: State) -> CasePaths.PartialCaseKeyPath<State> {
              if case .leaf = root {
                return \.leaf
              }
              return \.never
            }
            func makeIterator() -> Swift.IndexingIterator<[CasePaths.PartialCaseKeyPath<State>]> {
              var paths: [CasePaths.PartialCaseKeyPath<State>] = []
              paths.append(\.leaf)
              return paths.makeIterator()
            }
          }
          static var allCasePaths: AllCasePaths {
            AllCasePaths()
          }
          var _$id: ComposableArchitecture.ObservableStateID {
            if case .leaf(let v0) = self {
              return ._$id(for: v0)._$tag(0)
            }
            return ._$volatile
          }
          mutating func _$willModify() {
            if case .leaf(var v0) = self {
              ComposableArchitecture._$willModify(&v0)
              self = .leaf(v0)
              return
            }
          }
        }

        nonisolated enum Action: CasePaths.CasePathable, CasePaths.CasePathIterable {
          case leaf(Leaf.Action)
          struct AllCasePaths: CasePaths.CasePathReflectable, Swift.Sendable, Swift.Sequence {
            var leaf: CasePaths.AnyCasePath<Action, Leaf.Action> {
              CasePaths.AnyCasePath(
                _embed: Action.leaf,
                _extract: {
                  guard case .leaf(let v0) = $0 else {
                    return nil
                  }
                  return v0
                }
              )
            }
            subscript(root: Action) -> CasePaths.PartialCaseKeyPath<Action> {
              if case .leaf = root {
                return \.leaf
              }
              return \.never
            }
            func makeIterator() -> Swift.IndexingIterator<[CasePaths.PartialCaseKeyPath<Action>]> {
              var paths: [CasePaths.PartialCaseKeyPath<Action>] = []
              paths.append(\.leaf)
              return paths.makeIterator()
            }
          }
          static var allCasePaths: AllCasePaths {
            AllCasePaths()
          }
        }

        typealias Body = ComposableArchitecture._CaseReducers<Self.State, Self.Action>

        static var body: Body {
          var body = Body()
          body.add(\Self.State.Cases.leaf, \Self.Action.Cases.leaf, Leaf.self) {
            $0.init()
          }
          return body
        }

        enum CaseScope {
          case leaf(ComposableArchitecture.StoreOf<Leaf>)
        }

        @MainActor
        static func scope(_ store: ComposableArchitecture.Store<Self.State, Self.Action>) -> CaseScope {
          let state = store.state
          if case .leaf(let v0) = state {
            return .leaf(store._scope(case: \Self.State.Cases.leaf, action: \Self.Action.Cases.leaf, current: v0))
          }
          Swift.fatalError("The state is in a case that is not available")
        }
      }

      extension Path: nonisolated ComposableArchitecture.CaseReducer, nonisolated ComposableArchitecture.Reducer {
      }
      """#
    }
  }

  @Test("RED-12 X-13 conformances that the arguments name")
  func conformances() {
    assertMacro(macros) {
      """
      @Reducer(state: .equatable, .sendable, action: .hashable)
      enum Path {
        @available(*, deprecated) case a(A)
      }
      """
    } expansion: {
      #"""
      enum Path {
        @available(*, deprecated) case a(A)

        @dynamicMemberLookup
        enum State: CasePaths.CasePathable, CasePaths.CasePathIterable, ComposableArchitecture.CaseReducerState, ComposableArchitecture.ObservableState, Swift.Equatable, Swift.Sendable {
          typealias StateReducer = Path
          static var _reducer: StateReducer.Type {
            StateReducer.self
          }
          @available(*, deprecated)
          case a(A.State)
          struct AllCasePaths: CasePaths.CasePathReflectable, Swift.Sendable, Swift.Sequence {
            @available(*, deprecated)
            var a: CasePaths.AnyCasePath<State, A.State> {
              CasePaths.AnyCasePath(
                _embed: State.a,
                _extract: {
                  guard case .a(let v0) = $0 else {
                    return nil
                  }
                  return v0
                }
              )
            }
            @available(*, deprecated)
            subscript(root: State) -> CasePaths.PartialCaseKeyPath<State> {
              if case .a = root {
                return \.a
              }
              return \.never
            }
            @available(*, deprecated)
            func makeIterator() -> Swift.IndexingIterator<[CasePaths.PartialCaseKeyPath<State>]> {
              var paths: [CasePaths.PartialCaseKeyPath<State>] = []
              paths.append(\.a)
              return paths.makeIterator()
            }
          }
          static var allCasePaths: AllCasePaths {
            AllCasePaths()
          }
          @available(*, deprecated)
          var _$id: ComposableArchitecture.ObservableStateID {
            if case .a(let v0) = self {
              return ._$id(for: v0)._$tag(0)
            }
            return ._$volatile
          }
          @available(*, deprecated)
          mutating func _$willModify() {
            if case .a(var v0) = self {
              ComposableArchitecture._$willModify(&v0)
              self = .a(v0)
              return
            }
          }
        }

        enum Action: CasePaths.CasePathable, CasePaths.CasePathIterable, Swift.Hashable {
          @available(*, deprecated)
          case a(A.Action)
          struct AllCasePaths: CasePaths.CasePathReflectable, Swift.Sendable, Swift.Sequence {
            @available(*, deprecated)
            var a: CasePaths.AnyCasePath<Action, A.Action> {
              CasePaths.AnyCasePath(
                _embed: Action.a,
                _extract: {
                  guard case .a(let v0) = $0 else {
                    return nil
                  }
                  return v0
                }
              )
            }
            @available(*, deprecated)
            subscript(root: Action) -> CasePaths.PartialCaseKeyPath<Action> {
              if case .a = root {
                return \.a
              }
              return \.never
            }
            @available(*, deprecated)
            func makeIterator() -> Swift.IndexingIterator<[CasePaths.PartialCaseKeyPath<Action>]> {
              var paths: [CasePaths.PartialCaseKeyPath<Action>] = []
              paths.append(\.a)
              return paths.makeIterator()
            }
          }
          static var allCasePaths: AllCasePaths {
            AllCasePaths()
          }
        }

        typealias Body = ComposableArchitecture._CaseReducers<Self.State, Self.Action>

        @available(*, deprecated)
        static var body: Body {
          var body = Body()
          body.add(\Self.State.Cases.a, \Self.Action.Cases.a, A.self) {
            $0.init()
          }
          return body
        }

        enum CaseScope {
          @available(*, deprecated)
          case a(ComposableArchitecture.StoreOf<A>)
        }

        @MainActor
        @available(*, deprecated)
        static func scope(_ store: ComposableArchitecture.Store<Self.State, Self.Action>) -> CaseScope {
          let state = store.state
          if case .a(let v0) = state {
            return .a(store._scope(case: \Self.State.Cases.a, action: \Self.Action.Cases.a, current: v0))
          }
          Swift.fatalError("The state is in a case that is not available")
        }
      }

      extension Path: ComposableArchitecture.CaseReducer, ComposableArchitecture.Reducer {
      }
      """#
    }
  }

  @Test("Existing members are not written again")
  func existing() {
    assertMacro(macros) {
      """
      @Reducer
      enum Path {
        case a(A)
        enum State {}
        typealias Body = EmptyReducer<State, Action>
        static var body: Body { Body() }
        enum CaseScope {}
        static func scope(_ store: StoreOf<Self>) -> CaseScope {}
      }
      """
    } expansion: {
      #"""
      enum Path {
        case a(A)
        @CasePaths.CasePathable @dynamicMemberLookup
        enum State {}
        typealias Body = EmptyReducer<State, Action>
        static var body: Body { Body() }
        enum CaseScope {}
        static func scope(_ store: StoreOf<Self>) -> CaseScope {}

        enum Action: CasePaths.CasePathable, CasePaths.CasePathIterable {
          case a(A.Action)
          struct AllCasePaths: CasePaths.CasePathReflectable, Swift.Sendable, Swift.Sequence {
            var a: CasePaths.AnyCasePath<Action, A.Action> {
              CasePaths.AnyCasePath(
                _embed: Action.a,
                _extract: {
                  guard case .a(let v0) = $0 else {
                    return nil
                  }
                  return v0
                }
              )
            }
            subscript(root: Action) -> CasePaths.PartialCaseKeyPath<Action> {
              if case .a = root {
                return \.a
              }
              return \.never
            }
            func makeIterator() -> Swift.IndexingIterator<[CasePaths.PartialCaseKeyPath<Action>]> {
              var paths: [CasePaths.PartialCaseKeyPath<Action>] = []
              paths.append(\.a)
              return paths.makeIterator()
            }
          }
          static var allCasePaths: AllCasePaths {
            AllCasePaths()
          }
        }
      }

      extension Path: ComposableArchitecture.CaseReducer, ComposableArchitecture.Reducer {
      }
      """#
    }
  }

  @Test("An argument that is not a conformance")
  func unknownConformance() {
    assertMacro(macros) {
      """
      @Reducer(state: .identifiable)
      enum Path {
      }
      """
    } diagnostics: {
      """
      @Reducer(state: .identifiable)
                      ^ error: '@Reducer' must be told a conformance by its name here, one of '.codable', '.decodable', '.encodable', '.equatable', '.hashable', '.sendable'
      enum Path {
      }
      """
    }
  }
}
