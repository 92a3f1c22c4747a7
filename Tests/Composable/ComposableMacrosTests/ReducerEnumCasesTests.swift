import MacroTesting
import Testing

@testable import ComposableMacros

@Suite("Cases of an enum that @Reducer is on")
struct ReducerEnumCasesTests {
  @Test("RED-08 RED-09 RED-10 features, alerts and data")
  func cases() {
    assertMacro(macros) {
      """
      @Reducer
      enum Destination {
        case add(Form)
        case alert(AlertState<Alert>)
        case meeting(Meeting, syncUp: SyncUp)
        @ReducerCaseIgnored case tip(Tip)
        case none
        @CasePathable enum Alert {}
      }
      """
    } expansion: {
      #"""
      enum Destination {
        case add(Form)
        case alert(AlertState<Alert>)
        case meeting(Meeting, syncUp: SyncUp)
        @ReducerCaseIgnored case tip(Tip)
        case none
        @CasePathable enum Alert {}

        @dynamicMemberLookup
        enum State: CasePaths.CasePathable, CasePaths.CasePathIterable, ComposableArchitecture.CaseReducerState, ComposableArchitecture.ObservableState {
          typealias StateReducer = Destination
          static var _reducer: StateReducer.Type {
            StateReducer.self
          }
          case add(Form.State)
          case alert(AlertState<Alert>)
          case meeting(Meeting, syncUp: SyncUp)
          case tip(Tip)
          case none
          struct AllCasePaths: CasePaths.CasePathReflectable, Swift.Sendable, Swift.Sequence {
            var add: CasePaths.AnyCasePath<State, Form.State> {
              CasePaths.AnyCasePath(
                _embed: State.add,
                _extract: {
                  guard case .add(let v0) = $0 else {
                    return nil
                  }
                  return v0
                }
              )
            }
            var alert: CasePaths.AnyCasePath<State, AlertState<Alert>> {
              CasePaths.AnyCasePath(
                _embed: State.alert,
                _extract: {
                  guard case .alert(let v0) = $0 else {
                    return nil
                  }
                  return v0
                }
              )
            }
            var meeting: CasePaths.AnyCasePath<State, (Meeting, syncUp: SyncUp)> {
              CasePaths.AnyCasePath(
                _embed: State.meeting,
                _extract: {
                  guard case .meeting(let v0, let v1) = $0 else {
                    return nil
                  }
                  return (v0, v1)
                }
              )
            }
            var tip: CasePaths.AnyCasePath<State, Tip> {
              CasePaths.AnyCasePath(
                _embed: State.tip,
                _extract: {
                  guard case .tip(let v0) = $0 else {
                    return nil
                  }
                  return v0
                }
              )
            }
            var none: CasePaths.AnyCasePath<State, Swift.Void> {
              CasePaths.AnyCasePath(
                _embed: {
                  .none
                },
                _extract: {
                  guard case .none = $0 else {
                    return nil
                  }
                  return ()
                }
              )
            }
            subscript(root: State) -> CasePaths.PartialCaseKeyPath<State> {
              if case .add = root {
                return \.add
              }
              if case .alert = root {
                return \.alert
              }
              if case .meeting = root {
                return \.meeting
              }
              if case .tip = root {
                return \.tip
              }
              if case .none = root {
                return \.none
              }
              return \.never
            }
            func makeIterator() -> Swift.IndexingIterator<[CasePaths.PartialCaseKeyPath<State>]> {
              var paths: [CasePaths.PartialCaseKeyPath<State>] = []
              paths.append(\.add)
              paths.append(\.alert)
              paths.append(\.meeting)
              paths.append(\.tip)
              paths.append(\.none)
              return paths.makeIterator()
            }
          }
          static var allCasePaths: AllCasePaths {
            AllCasePaths()
          }
          var _$id: ComposableArchitecture.ObservableStateID {
            if case .add(let v0) = self {
              return ._$id(for: v0)._$tag(0)
            }
            if case .alert(let v0) = self {
              return ._$id(for: v0)._$tag(1)
            }
            if case .meeting = self {
              return ._$volatile._$tag(2)
            }
            if case .tip(let v0) = self {
              return ._$id(for: v0)._$tag(3)
            }
            if case .none = self {
              return ._$inert._$tag(4)
            }
            return ._$volatile
          }
          mutating func _$willModify() {
            if case .add(var v0) = self {
              ComposableArchitecture._$willModify(&v0)
              self = .add(v0)
              return
            }
            if case .alert(var v0) = self {
              ComposableArchitecture._$willModify(&v0)
              self = .alert(v0)
              return
            }
            if case .tip(var v0) = self {
              ComposableArchitecture._$willModify(&v0)
              self = .tip(v0)
              return
            }
          }
        }

        enum Action: CasePaths.CasePathable, CasePaths.CasePathIterable {
          case add(Form.Action)
          case alert(AlertState<Alert>.Action)
          case meeting(Swift.Never)
          case tip(Swift.Never)
          case none(Swift.Never)
          struct AllCasePaths: CasePaths.CasePathReflectable, Swift.Sendable, Swift.Sequence {
            var add: CasePaths.AnyCasePath<Action, Form.Action> {
              CasePaths.AnyCasePath(
                _embed: Action.add,
                _extract: {
                  guard case .add(let v0) = $0 else {
                    return nil
                  }
                  return v0
                }
              )
            }
            var alert: CasePaths.AnyCasePath<Action, AlertState<Alert>.Action> {
              CasePaths.AnyCasePath(
                _embed: Action.alert,
                _extract: {
                  guard case .alert(let v0) = $0 else {
                    return nil
                  }
                  return v0
                }
              )
            }
            var meeting: CasePaths.AnyCasePath<Action, Swift.Never> {
              CasePaths.AnyCasePath(
                _embed: Action.meeting,
                _extract: {
                  guard case .meeting(let v0) = $0 else {
                    return nil
                  }
                  return v0
                }
              )
            }
            var tip: CasePaths.AnyCasePath<Action, Swift.Never> {
              CasePaths.AnyCasePath(
                _embed: Action.tip,
                _extract: {
                  guard case .tip(let v0) = $0 else {
                    return nil
                  }
                  return v0
                }
              )
            }
            var none: CasePaths.AnyCasePath<Action, Swift.Never> {
              CasePaths.AnyCasePath(
                _embed: Action.none,
                _extract: {
                  guard case .none(let v0) = $0 else {
                    return nil
                  }
                  return v0
                }
              )
            }
            subscript(root: Action) -> CasePaths.PartialCaseKeyPath<Action> {
              if case .add = root {
                return \.add
              }
              if case .alert = root {
                return \.alert
              }
              if case .meeting = root {
                return \.meeting
              }
              if case .tip = root {
                return \.tip
              }
              if case .none = root {
                return \.none
              }
              return \.never
            }
            func makeIterator() -> Swift.IndexingIterator<[CasePaths.PartialCaseKeyPath<Action>]> {
              var paths: [CasePaths.PartialCaseKeyPath<Action>] = []
              paths.append(\.add)
              paths.append(\.alert)
              paths.append(\.meeting)
              paths.append(\.tip)
              paths.append(\.none)
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
          body.add(\Self.State.Cases.add, \Self.Action.Cases.add, Form.self) {
            $0.init()
          }
          return body
        }

        enum CaseScope {
          case add(ComposableArchitecture.StoreOf<Form>)
          case alert(AlertState<Alert>)
          case meeting(Meeting, syncUp: SyncUp)
          case tip(Tip)
          case none
        }

        @MainActor
        static func scope(_ store: ComposableArchitecture.Store<Self.State, Self.Action>) -> CaseScope {
          let state = store.state
          if case .add(let v0) = state {
            return .add(store._scope(case: \Self.State.Cases.add, action: \Self.Action.Cases.add, current: v0))
          }
          if case .alert(let v0) = state {
            return .alert(v0)
          }
          if case .meeting(let v0, let v1) = state {
            return .meeting(v0, syncUp: v1)
          }
          if case .tip(let v0) = state {
            return .tip(v0)
          }
          if case .none = state {
            return .none
          }
          Swift.fatalError("The state is in a case that is not available")
        }
      }

      extension Destination: ComposableArchitecture.CaseReducer, ComposableArchitecture.Reducer {
      }
      """#
    }
  }
}
