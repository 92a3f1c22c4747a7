import ComposableArchitecture
import Observation

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
    case wait
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .increment:
        state.count += 1
        return .none

      case .incrementLater:
        return .run { send in await send(.increment) }

      case .wait:
        return .run { _ in try await Task.never() }
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

/// The counter as an observable object.
@Observable
final class ObservableCounter {
  var count = 0
  var note = ""

  @inline(never)
  func increment() { count += 1 }
}

/// The nested features' state in an observable object.
@Observable
final class ObservableFamily {
  var state = BenchmarkOuter.State()
  @ObservationIgnored var children: [String: AnyObject] = ["middle": ObservableCounter()]
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

/// A feature nested in itself, in a list or presented, to any depth.
@Reducer
struct BenchmarkTree {
  @ObservableState
  struct State: Equatable, Identifiable {
    var id = 0
    var count = 0
    @Presents var child: BenchmarkTree.State?
    var rows: IdentifiedArrayOf<BenchmarkTree.State> = []
  }

  indirect enum Action {
    case child(PresentationAction<BenchmarkTree.Action>)
    case increment
    case rows(IdentifiedActionOf<BenchmarkTree>)
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .child, .rows:
        return .none

      case .increment:
        state.count += 1
        return .none
      }
    }
    .ifLet(\.$child, action: \.child) { BenchmarkTree() }
    .forEach(\.rows, action: \.rows) { BenchmarkTree() }
  }
}

/// The same logic by hand.
struct PlainTree {
  var count = 0
  var rows: [PlainTree] = []

  static func nested(_ depth: Int) -> Self {
    Self(rows: depth == 0 ? [] : [nested(depth - 1)])
  }

  @inline(never)
  mutating func increment() {
    if rows.isEmpty { count += 1 } else { rows[0].increment() }
  }
}

/// Effects of all kinds.
@Reducer
struct BenchmarkEffects {
  let gate: Gate

  @ObservableState
  struct State: Equatable {
    var count = 0
  }

  enum Action {
    case cancel
    case hold
    case increment
    case mergeHundred
    case sendHundred
    case wait
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .cancel:
        return .cancel(id: "wait")

      case .hold:
        return .run { [gate] _ in await gate.pass() }
          .cancellable(id: "hold")

      case .increment:
        state.count += 1
        return .none

      case .mergeHundred:
        return .merge((0..<100).map { _ in .run { _ in } })

      case .sendHundred:
        return .run { send in
          for _ in 0..<100 { await send(.increment) }
        }

      case .wait:
        return .run { _ in try await Task.never() }
          .cancellable(id: "wait")
      }
    }
  }
}

/// Suspends callers until it is opened.
final class Gate: Sendable {
  private struct Waiting {
    var isOpen = false
    var continuations: [CheckedContinuation<Void, Never>] = []
  }

  private let waiting = LockIsolated(Waiting())

  func pass() async {
    await withCheckedContinuation { continuation in
      let isOpen = waiting.withLock { waiting in
        if !waiting.isOpen { waiting.continuations.append(continuation) }
        return waiting.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }

  func open() {
    let continuations = waiting.withLock { waiting in
      defer { waiting = Waiting(isOpen: true) }
      return waiting.continuations
    }
    for continuation in continuations { continuation.resume() }
  }

  func close() {
    waiting.setValue(Waiting())
  }
}
