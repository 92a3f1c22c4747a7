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

  @Test("RED-10 an enum's own Action gets case paths, and ignored data a store of its actions")
  func ownAction() {
    assertMacro(macros) {
      """
      @Reducer
      enum Destination {
        @ReducerCaseIgnored case alert(AlertState<Alert>)
        case edit(Edit)
        enum Action {
          case alert(Alert)
          case edit(Edit.Action)
        }
      }
      """
    } expansion: {
      #"""
      enum Destination {
        @ReducerCaseIgnored case alert(AlertState<Alert>)
        case edit(Edit)
        @CasePaths.CasePathable
        enum Action {
          case alert(Alert)
          case edit(Edit.Action)
        }

        @dynamicMemberLookup
        enum State: CasePaths.CasePathable, CasePaths.CasePathIterable, ComposableArchitecture.CaseReducerState, ComposableArchitecture.ObservableState {
          typealias StateReducer = Destination
          static var _reducer: StateReducer.Type {
            StateReducer.self
          }
          case alert(AlertState<Alert>)
          case edit(Edit.State)
          struct AllCasePaths: CasePaths.CasePathReflectable, Swift.Sendable, Swift.Sequence {
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
            var edit: CasePaths.AnyCasePath<State, Edit.State> {
              CasePaths.AnyCasePath(
                _embed: State.edit,
                _extract: {
                  guard case .edit(let v0) = $0 else {
                    return nil
                  }
                  return v0
                }
              )
            }
            subscript(root: State) -> CasePaths.PartialCaseKeyPath<State> {
              if case .alert = root {
                return \.alert
              }
              if case .edit = root {
                return \.edit
              }
              return \.never
            }
            func makeIterator() -> Swift.IndexingIterator<[CasePaths.PartialCaseKeyPath<State>]> {
              var paths: [CasePaths.PartialCaseKeyPath<State>] = []
              paths.append(\.alert)
              paths.append(\.edit)
              return paths.makeIterator()
            }
          }
          static var allCasePaths: AllCasePaths {
            AllCasePaths()
          }
          var _$id: ComposableArchitecture.ObservableStateID {
            if case .alert(let v0) = self {
              return ._$id(for: v0)._$tag(0)
            }
            if case .edit(let v0) = self {
              return ._$id(for: v0)._$tag(1)
            }
            return ._$volatile
          }
          mutating func _$willModify() {
            if case .alert(var v0) = self {
              ComposableArchitecture._$willModify(&v0)
              self = .alert(v0)
              return
            }
            if case .edit(var v0) = self {
              ComposableArchitecture._$willModify(&v0)
              self = .edit(v0)
              return
            }
          }
        }

        typealias Body = ComposableArchitecture._CaseReducers<Self.State, Self.Action>

        static var body: Body {
          var body = Body()
          body.add(\Self.State.Cases.edit, \Self.Action.Cases.edit, Edit.self) {
            $0.init()
          }
          return body
        }

        enum CaseScope {
          case alert(ComposableArchitecture.Store<AlertState<Alert>, Alert>)
          case edit(ComposableArchitecture.StoreOf<Edit>)
        }

        @MainActor
        static func scope(_ store: ComposableArchitecture.Store<Self.State, Self.Action>) -> CaseScope {
          let state = store.state
          if case .alert(let v0) = state {
            return .alert(store._scope(case: \Self.State.Cases.alert, action: \Self.Action.Cases.alert, current: v0))
          }
          if case .edit(let v0) = state {
            return .edit(store._scope(case: \Self.State.Cases.edit, action: \Self.Action.Cases.edit, current: v0))
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
