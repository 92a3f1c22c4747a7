import MacroTesting
import Testing

@testable import ComposableMacros

extension ReducerEnumSpecialTests {
  @Test("No feature, no actions")
  func dataOnly() {
    assertMacro(macros) {
      """
      @Reducer
      package enum Path {
        case a(Int, Int)
      }
      """
    } expansion: {
      #"""
      package enum Path {
        case a(Int, Int)

        @dynamicMemberLookup
        package enum State: CasePaths.CasePathable, CasePaths.CasePathIterable, ComposableArchitecture.CaseReducerState, ComposableArchitecture.ObservableState {
          package typealias StateReducer = Path
          package static var _reducer: StateReducer.Type {
            StateReducer.self
          }
          case a(Int, Int)
          package struct AllCasePaths: CasePaths.CasePathReflectable, Swift.Sendable, Swift.Sequence {
            package var a: CasePaths.AnyCasePath<State, (Int, Int)> {
              CasePaths.AnyCasePath(
                _embed: State.a,
                _extract: {
                  guard case .a(let v0, let v1) = $0 else {
                    return nil
                  }
                  return (v0, v1)
                }
              )
            }
            package subscript(root: State) -> CasePaths.PartialCaseKeyPath<State> {
              if case .a = root {
                return \.a
              }
              return \.never
            }
            package func makeIterator() -> Swift.IndexingIterator<[CasePaths.PartialCaseKeyPath<State>]> {
              var paths: [CasePaths.PartialCaseKeyPath<State>] = []
              paths.append(\.a)
              return paths.makeIterator()
            }
          }
          package static var allCasePaths: AllCasePaths {
            AllCasePaths()
          }
          package var _$id: ComposableArchitecture.ObservableStateID {
            if case .a = self {
              return ._$volatile._$tag(0)
            }
            return ._$volatile
          }
          package mutating func _$willModify() {

          }
        }

        package enum Action: CasePaths.CasePathable, CasePaths.CasePathIterable {
          case a(Swift.Never)
          package struct AllCasePaths: CasePaths.CasePathReflectable, Swift.Sendable, Swift.Sequence {
            package var a: CasePaths.AnyCasePath<Action, Swift.Never> {
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
            package subscript(root: Action) -> CasePaths.PartialCaseKeyPath<Action> {
              if case .a = root {
                return \.a
              }
              return \.never
            }
            package func makeIterator() -> Swift.IndexingIterator<[CasePaths.PartialCaseKeyPath<Action>]> {
              var paths: [CasePaths.PartialCaseKeyPath<Action>] = []
              paths.append(\.a)
              return paths.makeIterator()
            }
          }
          package static var allCasePaths: AllCasePaths {
            AllCasePaths()
          }
        }

        package typealias Body = ComposableArchitecture._CaseReducers<Self.State, Self.Action>

        package static var body: Body {
          let body = Body()

          return body
        }

        package enum CaseScope {
          case a(Int, Int)
        }

        @MainActor
        package static func scope(_ store: ComposableArchitecture.Store<Self.State, Self.Action>) -> CaseScope {
          let state = store.state
          if case .a(let v0, let v1) = state {
            return .a(v0, v1)
          }
          Swift.fatalError("The state is in a case that is not available")
        }
      }

      extension Path: ComposableArchitecture.CaseReducer, ComposableArchitecture.Reducer {
      }
      """#
    }
  }
}
