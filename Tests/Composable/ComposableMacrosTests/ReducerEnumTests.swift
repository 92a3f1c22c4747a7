import MacroTesting
import Testing

@testable import ComposableMacros

@Suite("@Reducer on an enum")
struct ReducerEnumTests {
  @Test("what is written for a nonisolated enum is nonisolated")
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

        @CasePaths.CasePathable
        @dynamicMemberLookup
        @ComposableArchitecture.ObservableState
        nonisolated enum State: ComposableArchitecture.CaseReducerState {
          typealias StateReducer = Path
          static var _reducer: StateReducer.Type {
            StateReducer.self
          }
          case leaf(Leaf.State)
        }

        @CasePaths.CasePathable
        nonisolated enum Action {
          case leaf(Leaf.Action)
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
          switch store.state {
          case .leaf(let v0):
            return .leaf(store._scope(case: \Self.State.Cases.leaf, action: \Self.Action.Cases.leaf, current: v0))
          }
        }
      }

      extension Path: nonisolated ComposableArchitecture.CaseReducer, nonisolated ComposableArchitecture.Reducer {
      }
      """#
    }
  }

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

        @CasePaths.CasePathable
        @dynamicMemberLookup
        @ComposableArchitecture.ObservableState
        enum State: ComposableArchitecture.CaseReducerState {
          typealias StateReducer = Destination
          static var _reducer: StateReducer.Type {
            StateReducer.self
          }
          case add(Form.State)
          case alert(AlertState<Alert>)
          case meeting(Meeting, syncUp: SyncUp)
          case tip(Tip)
          case none
        }

        @CasePaths.CasePathable
        enum Action {
          case add(Form.Action)
          case alert(AlertState<Alert>.Action)
          case meeting(Swift.Never)
          case tip(Swift.Never)
          case none(Swift.Never)
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
          switch store.state {
          case .add(let v0):
            return .add(store._scope(case: \Self.State.Cases.add, action: \Self.Action.Cases.add, current: v0))
          case .alert(let v0):
            return .alert(v0)
          case .meeting(let v0, let v1):
            return .meeting(v0, syncUp: v1)
          case .tip(let v0):
            return .tip(v0)
          case .none:
            return .none
          }
        }
      }

      extension Destination: ComposableArchitecture.CaseReducer, ComposableArchitecture.Reducer {
      }
      """#
    }
  }

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
        case dialog(ComposableArchitecture.ConfirmationDialogState<Never>)
        case list([Int]), labelled(form: Form)
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
        case dialog(ComposableArchitecture.ConfirmationDialogState<Never>)
        case list([Int]), labelled(form: Form)

        @CasePaths.CasePathable
        @dynamicMemberLookup
        @ComposableArchitecture.ObservableState
        public indirect enum State: ComposableArchitecture.CaseReducerState {
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
          case dialog(ComposableArchitecture.ConfirmationDialogState<Never>)
          case list([Int])
          case labelled(form: Form)
        }

        @CasePaths.CasePathable
        public indirect enum Action {
          #if DEBUG
          case log(Log<Int>.Action)
          #else
          case release(Swift.Never)
          #endif
          @available(*, unavailable)
          case gone(Gone.Action)
          case `default`(App.Form.Action)
          case toast(Toast.Action)
          case dialog(ComposableArchitecture.ConfirmationDialogState<Never>.Action)
          case list(Swift.Never)
          case labelled(Swift.Never)
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
          case dialog(ComposableArchitecture.ConfirmationDialogState<Never>)
          case list([Int])
          case labelled(form: Form)
        }

        @MainActor
        public static func scope(_ store: ComposableArchitecture.Store<Self.State, Self.Action>) -> CaseScope {
          switch store.state {
          #if DEBUG
          case .log(let v0):
            return .log(store._scope(case: \Self.State.Cases.log, action: \Self.Action.Cases.log, current: v0))
          #else
          case .release:
            return .release
          #endif
          case .gone:
            fatalError("'gone' is unavailable")
          case .`default`(let v0):
            return .`default`(store._scope(case: \Self.State.Cases.`default`, action: \Self.Action.Cases.`default`, current: v0))
          case .toast(let v0):
            return .toast(v0)
          case .dialog(let v0):
            return .dialog(v0)
          case .list(let v0):
            return .list(v0)
          case .labelled(let v0):
            return .labelled(form: v0)
          }
        }
      }

      extension Path: ComposableArchitecture.CaseReducer, ComposableArchitecture.Reducer {
      }
      """#
    }
  }

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
      """
      package enum Path {
        case a(Int, Int)

        @CasePaths.CasePathable
        @dynamicMemberLookup
        @ComposableArchitecture.ObservableState
        package enum State: ComposableArchitecture.CaseReducerState {
          package typealias StateReducer = Path
          package static var _reducer: StateReducer.Type {
            StateReducer.self
          }
          case a(Int, Int)
        }

        @CasePaths.CasePathable
        package enum Action {

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
          switch store.state {
          case .a(let v0, let v1):
            return .a(v0, v1)
          }
        }
      }

      extension Path: ComposableArchitecture.CaseReducer, ComposableArchitecture.Reducer {
      }
      """
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

        @CasePaths.CasePathable
        @dynamicMemberLookup
        @ComposableArchitecture.ObservableState
        enum State: ComposableArchitecture.CaseReducerState, Swift.Equatable, Swift.Sendable {
          typealias StateReducer = Path
          static var _reducer: StateReducer.Type {
            StateReducer.self
          }
          @available(*, deprecated)
          case a(A.State)
        }

        @CasePaths.CasePathable
        enum Action: Swift.Hashable {
          @available(*, deprecated)
          case a(A.Action)
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
          switch store.state {
          case .a(let v0):
            return .a(store._scope(case: \Self.State.Cases.a, action: \Self.Action.Cases.a, current: v0))
          }
        }
      }

      extension Path: ComposableArchitecture.CaseReducer, ComposableArchitecture.Reducer {
      }
      """#
    }
  }

  @Test("What is written already is not written again")
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
      """
      enum Path {
        case a(A)
        enum State {}
        typealias Body = EmptyReducer<State, Action>
        static var body: Body { Body() }
        enum CaseScope {}
        static func scope(_ store: StoreOf<Self>) -> CaseScope {}

        @CasePaths.CasePathable
        enum Action {
          case a(A.Action)
        }
      }

      extension Path: ComposableArchitecture.CaseReducer, ComposableArchitecture.Reducer {
      }
      """
    }
  }

  @Test("An argument that is no conformance")
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
