import MacroTesting
import Testing

@testable import ComposableMacros

@Suite("Unusual enums that @Reducer is on")
struct ReducerEnumSpecialTests {
  @Test("RED-08 access, conditions, availability, default values, generic and nested names")
  func special() {
    assertMacro(macros) {
      """
      @Reducer
      public indirect enum Path {
        #if DEBUG
          case log(_ log: Log<Int>)
        #else
          case release
        #endif
        @available(*, unavailable) case gone(Gone)
        case `default`(App.Form = App.Form(kind: .short))
        @ReducerCaseEphemeral case toast(Toast)
      }
      """
    } expansion: {
      #"""
      public indirect enum Path {
        #if DEBUG
          case log(_ log: Log<Int>)
        #else
          case release
        #endif
        @available(*, unavailable) case gone(Gone)
        case `default`(App.Form = App.Form(kind: .short))
        @ReducerCaseEphemeral case toast(Toast)

        @dynamicMemberLookup
        public indirect enum State: CasePaths.CasePathable, CasePaths.CasePathIterable, ComposableArchitecture.CaseReducerState, ComposableArchitecture.ObservableState {
          public typealias StateReducer = Path
          public static var _reducer: StateReducer.Type {
            StateReducer.self
          }
          #if DEBUG
          case log(Log<Int>.State)
          #else
          case release
          #endif
          @available(*, unavailable)
          case gone(Gone.State)
          case `default`(App.Form.State)
          case toast(Toast)
          public struct AllCasePaths: CasePaths.CasePathReflectable, Swift.Sendable, Swift.Sequence {
            #if DEBUG
            public var log: CasePaths.AnyCasePath<State, Log<Int>.State> {
              CasePaths.AnyCasePath(
                _embed: State.log,
                _extract: {
                  guard case .log(let v0) = $0 else {
                    return nil
                  }
                  return v0
                }
              )
            }
            #else
            public var release: CasePaths.AnyCasePath<State, Swift.Void> {
              CasePaths.AnyCasePath(
                _embed: {
                  .release
                },
                _extract: {
                  guard case .release = $0 else {
                    return nil
                  }
                  return ()
                }
              )
            }
            #endif
            public var `default`: CasePaths.AnyCasePath<State, App.Form.State> {
              CasePaths.AnyCasePath(
                _embed: State.`default`,
                _extract: {
                  guard case .`default`(let v0) = $0 else {
                    return nil
                  }
                  return v0
                }
              )
            }
            public var toast: CasePaths.AnyCasePath<State, Toast> {
              CasePaths.AnyCasePath(
                _embed: State.toast,
                _extract: {
                  guard case .toast(let v0) = $0 else {
                    return nil
                  }
                  return v0
                }
              )
            }
            public subscript(root: State) -> CasePaths.PartialCaseKeyPath<State> {
              #if DEBUG
              if case .log = root {
                return \.log
              }
              #else
              if case .release = root {
                return \.release
              }
              #endif
              if case .`default` = root {
                return \.`default`
              }
              if case .toast = root {
                return \.toast
              }
              return \.never
            }
            public func makeIterator() -> Swift.IndexingIterator<[CasePaths.PartialCaseKeyPath<State>]> {
              var paths: [CasePaths.PartialCaseKeyPath<State>] = []
              #if DEBUG
              paths.append(\.log)
              #else
              paths.append(\.release)
              #endif
              paths.append(\.`default`)
              paths.append(\.toast)
              return paths.makeIterator()
            }
          }
          public static var allCasePaths: AllCasePaths {
            AllCasePaths()
          }
          public var _$id: ComposableArchitecture.ObservableStateID {
            #if DEBUG
            if case .log(let v0) = self {
              return ._$id(for: v0)._$tag(0)
            }
            #else
            if case .release = self {
              return ._$inert._$tag(1)
            }
            #endif
            if case .`default`(let v0) = self {
              return ._$id(for: v0)._$tag(3)
            }
            if case .toast(let v0) = self {
              return ._$id(for: v0)._$tag(4)
            }
            return ._$volatile
          }
          public mutating func _$willModify() {
            #if DEBUG
            if case .log(var v0) = self {
              ComposableArchitecture._$willModify(&v0)
              self = .log(v0)
              return
            }
            #else
            #endif
            if case .`default`(var v0) = self {
              ComposableArchitecture._$willModify(&v0)
              self = .`default`(v0)
              return
            }
            if case .toast(var v0) = self {
              ComposableArchitecture._$willModify(&v0)
              self = .toast(v0)
              return
            }
          }
        }

        public indirect enum Action: CasePaths.CasePathable, CasePaths.CasePathIterable {
          #if DEBUG
          case log(Log<Int>.Action)
          #else
          case release(Swift.Never)
          #endif
          @available(*, unavailable)
          case gone(Gone.Action)
          case `default`(App.Form.Action)
          case toast(Toast.Action)
          public struct AllCasePaths: CasePaths.CasePathReflectable, Swift.Sendable, Swift.Sequence {
            #if DEBUG
            public var log: CasePaths.AnyCasePath<Action, Log<Int>.Action> {
              CasePaths.AnyCasePath(
                _embed: Action.log,
                _extract: {
                  guard case .log(let v0) = $0 else {
                    return nil
                  }
                  return v0
                }
              )
            }
            #else
            public var release: CasePaths.AnyCasePath<Action, Swift.Never> {
              CasePaths.AnyCasePath(
                _embed: Action.release,
                _extract: {
                  guard case .release(let v0) = $0 else {
                    return nil
                  }
                  return v0
                }
              )
            }
            #endif
            public var `default`: CasePaths.AnyCasePath<Action, App.Form.Action> {
              CasePaths.AnyCasePath(
                _embed: Action.`default`,
                _extract: {
                  guard case .`default`(let v0) = $0 else {
                    return nil
                  }
                  return v0
                }
              )
            }
            public var toast: CasePaths.AnyCasePath<Action, Toast.Action> {
              CasePaths.AnyCasePath(
                _embed: Action.toast,
                _extract: {
                  guard case .toast(let v0) = $0 else {
                    return nil
                  }
                  return v0
                }
              )
            }
            public subscript(root: Action) -> CasePaths.PartialCaseKeyPath<Action> {
              #if DEBUG
              if case .log = root {
                return \.log
              }
              #else
              if case .release = root {
                return \.release
              }
              #endif
              if case .`default` = root {
                return \.`default`
              }
              if case .toast = root {
                return \.toast
              }
              return \.never
            }
            public func makeIterator() -> Swift.IndexingIterator<[CasePaths.PartialCaseKeyPath<Action>]> {
              var paths: [CasePaths.PartialCaseKeyPath<Action>] = []
              #if DEBUG
              paths.append(\.log)
              #else
              paths.append(\.release)
              #endif
              paths.append(\.`default`)
              paths.append(\.toast)
              return paths.makeIterator()
            }
          }
          public static var allCasePaths: AllCasePaths {
            AllCasePaths()
          }
        }

        public typealias Body = ComposableArchitecture._CaseReducers<Self.State, Self.Action>

        public static var body: Body {
          var body = Body()
          #if DEBUG
          body.add(\Self.State.Cases.log, \Self.Action.Cases.log, Log<Int>.self) {
            $0.init()
          }
          #else
          #endif
          body.add(\Self.State.Cases.`default`, \Self.Action.Cases.`default`, App.Form(kind: .short))
          return body
        }

        public enum CaseScope {
          #if DEBUG
          case log(ComposableArchitecture.StoreOf<Log<Int>>)
          #else
          case release
          #endif
          @available(*, unavailable)
          case gone(ComposableArchitecture.StoreOf<Gone>)
          case `default`(ComposableArchitecture.StoreOf<App.Form>)
          case toast(Toast)
        }

        @MainActor
        public static func scope(_ store: ComposableArchitecture.Store<Self.State, Self.Action>) -> CaseScope {
          let state = store.state
          #if DEBUG
          if case .log(let v0) = state {
            return .log(store._scope(case: \Self.State.Cases.log, action: \Self.Action.Cases.log, current: v0))
          }
          #else
          if case .release = state {
            return .release
          }
          #endif
          if case .`default`(let v0) = state {
            return .`default`(store._scope(case: \Self.State.Cases.`default`, action: \Self.Action.Cases.`default`, current: v0))
          }
          if case .toast(let v0) = state {
            return .toast(v0)
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
