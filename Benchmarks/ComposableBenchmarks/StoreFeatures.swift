import ComposableArchitecture

/// The smallest feature, and the same logic as a plain function.
@Reducer
struct BenchmarkCounter {
  @ObservableState
  struct State: Equatable, Identifiable {
    var id = 0
    var count = 0
    var note = ""
  }

  enum Action {
    case increment
    case incrementLater
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .increment:
        state.count += 1
        return .none

      case .incrementLater:
        return .run { send in await send(.increment) }
      }
    }
  }
}

struct PlainCounter {
  var id = 0
  var count = 0
  var note = ""

  @inline(never)
  mutating func increment() { count += 1 }
}

@Reducer
struct BenchmarkInner {
  @ObservableState
  struct State: Equatable {
    var counter = BenchmarkCounter.State()
    var title = ""
  }

  enum Action {
    case counter(BenchmarkCounter.Action)
  }

  var body: some ReducerOf<Self> {
    Scope(\.counter, action: \.counter) { BenchmarkCounter() }
  }
}

@Reducer
struct BenchmarkMiddle {
  @ObservableState
  struct State: Equatable {
    var inner = BenchmarkInner.State()
    var title = ""
  }

  enum Action {
    case inner(BenchmarkInner.Action)
  }

  var body: some ReducerOf<Self> {
    Scope(\.inner, action: \.inner) { BenchmarkInner() }
  }
}

@Reducer
struct BenchmarkOuter {
  @ObservableState
  struct State: Equatable {
    var middle = BenchmarkMiddle.State()
    var title = ""
  }

  enum Action {
    case middle(BenchmarkMiddle.Action)
  }

  var body: some ReducerOf<Self> {
    Scope(\.middle, action: \.middle) { BenchmarkMiddle() }
  }
}

@Reducer
struct BenchmarkList {
  @ObservableState
  struct State: Equatable {
    var rows: IdentifiedArrayOf<BenchmarkCounter.State> = []
    var title = ""
  }

  enum Action {
    case rows(IdentifiedActionOf<BenchmarkCounter>)
  }

  var body: some ReducerOf<Self> {
    EmptyReducer()
      .forEach(\.rows, action: \.rows) { BenchmarkCounter() }
  }
}

@Reducer
struct BenchmarkStack {
  @Reducer
  enum Path {
    case counter(BenchmarkCounter)
  }

  @ObservableState
  struct State {
    var path = StackState<Path.State>()
  }

  enum Action {
    case path(StackActionOf<Path>)
  }

  var body: some ReducerOf<Self> {
    EmptyReducer()
      .forEach(\.path, action: \.path)
  }
}
