import ComposableArchitecture
import Testing

@MainActor
@Suite("Conditional compilation in types with macros")
struct ConditionsTests {
  @Test("RED-08 cases of an enum of features")
  func cases() {
    let store = Store(initialState: .linux(Counter.State())) { Path.body }
    store.send(.linux(.increment))
    #expect(store.linux?.count == 1)
    #expect(Array(Path.State.allCasePaths) == [\.linux, \.number, \.always])
    guard case .linux(let counter) = store.case
    else {
      Issue.record("Another case")
      return
    }
    #expect(counter.count == 1)
  }

  @Test("RED-14 RED-16 properties of an observable state")
  func properties() {
    let store = Store(initialState: Counter.State()) { Counter() }
    store.send(.increment)
    store.send(.onLinux)
    #expect(store.count == 1)
    #expect(store.nested == "linux")
    #expect(store.presented == nil)
  }

  @Test("DEP-01 endpoints of a client")
  func endpoints() throws {
    let client = Client(always: { 1 }, onLinux: { $0 + 1 })
    #expect(client.always() == 1)
    #expect(try client.onLinux(number: 2) == 3)
  }

  @Test("RED-30 a view that has its store within a condition")
  func view() {
    let store = Store(initialState: Viewed.State()) { Viewed() }
    ViewedView(store: store).tap()
    #expect(store.taps == 1)
  }
}

@Reducer
private struct Counter {
  @ObservableState
  struct State: Equatable {
    #if os(Windows)
      var windows = 0
    #elseif os(Linux)
      var count = 0
      #if NO_SUCH_CONDITION
        var never = 0
      #else
        var nested = ""
        @Presents var presented: AlertState<Never>?
      #endif
    #else
    #endif
    #if NO_SUCH_CONDITION
    #elseif os(Linux)
      var last = 1
    #endif
  }

  enum Action {
    #if os(Windows)
      case windows
    #elseif os(Linux)
      case increment
      #if NO_SUCH_CONDITION
      #else
        case onLinux
      #endif
    #else
    #endif
  }

  #if os(Linux)
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        #if os(Windows)
          case .windows:
            return .none
        #elseif os(Linux)
          case .increment:
            state.count += 1
            return .none

          case .onLinux:
            state.nested = "linux"
            return .none
        #endif
        }
      }
    }
  #else
    var body: some ReducerOf<Self> {
      EmptyReducer()
    }
  #endif
}

@Reducer
private enum Path {
  #if os(Windows)
    case windows(Counter)
  #elseif os(Linux)
    case linux(Counter)
    #if NO_SUCH_CONDITION
      case never(Counter)
    #else
      case number(Int)
    #endif
  #else
    case other
  #endif
  #if NO_SUCH_CONDITION
  #endif
  case always(AlertState<Never>)
}

@DependencyClient
private struct Client {
  var always: @Sendable () -> Int = { 0 }
  #if os(Windows)
    var onWindows: @Sendable () -> Void
  #elseif os(Linux)
    #if NO_SUCH_CONDITION
    #else
      var onLinux: @Sendable (_ number: Int) throws -> Int
    #endif
  #else
  #endif
}

@Reducer
private struct Viewed {
  @ObservableState
  struct State {
    var taps = 0
  }

  enum Action: ViewAction {
    case view(View)

    enum View {
      #if os(Linux)
        case tapped
      #endif
    }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      state.taps += 1
      return .none
    }
  }
}

@ViewAction(for: Viewed.self)
@MainActor
private struct ViewedView {
  #if os(Windows)
  #elseif os(Linux)
    let store: StoreOf<Viewed>
  #endif

  func tap() {
    send(.tapped)
  }
}
