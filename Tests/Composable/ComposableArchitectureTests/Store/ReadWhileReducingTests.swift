import ComposableArchitecture
import Testing

/// Reads a store while its reducer runs.
private enum ReaderKey: DependencyKey {
  static let liveValue: @Sendable () -> Void = {}
  static let testValue: @Sendable () -> Void = {}
}

extension DependencyValues {
  fileprivate var read: @Sendable () -> Void {
    get { self[ReaderKey.self] }
    set { self[ReaderKey.self] = newValue }
  }
}

@Reducer
private struct Leaf {
  @ObservableState
  struct State: Equatable {
    var names: [String] = []
  }

  enum Action {
    case add
  }

  @Dependency(\.read) var read

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.names.append("first")
      read()
      state.names.append("second")
      return .none
    }
  }
}

@Reducer
private struct Tree {
  @Reducer
  enum Destination {
    case leaf(Leaf)
  }

  @ObservableState
  struct State: Equatable {
    @Presents var destination: Destination.State?
    var optional: Leaf.State?
    var path = StackState<Destination.State>()
    var rows: IdentifiedArrayOf<Row.State> = []
  }

  enum Action {
    case destination(PresentationAction<Destination.Action>)
    case optional(Leaf.Action)
    case path(StackActionOf<Destination>)
    case rows(IdentifiedActionOf<Row>)
  }

  var body: some ReducerOf<Self> {
    EmptyReducer()
      .ifLet(\.optional, action: \.optional) { Leaf() }
      .ifLet(\.$destination, action: \.destination)
      .forEach(\.path, action: \.path)
      .forEach(\.rows, action: \.rows) { Row() }
  }
}

extension Tree.Destination.State: Equatable {}

@Reducer
private struct Row {
  @ObservableState
  struct State: Equatable, Identifiable {
    let id: Int
    var leaf = Leaf.State()
  }

  enum Action {
    case leaf(Leaf.Action)
  }

  var body: some ReducerOf<Self> {
    Scope(\.leaf, action: \.leaf) { Leaf() }
  }
}

@MainActor
@Suite("Reading a store while its reducer runs")
struct ReadWhileReducingTests {
  @Test("RED-22 plain state reads as it was before the action")
  func plain() {
    let box = LockIsolated<Store<Int, Int>?>(nil)
    let seen = LockIsolated<[Int]>([])
    let store = Store(initialState: 1) {
      Reduce<Int, Int> { state, action in
        state += action
        let current = MainActor.assumeIsolated { box.value?.state }
        seen.withValue { $0.append(current ?? -1) }
        return .none
      }
    }
    box.setValue(store)
    store.send(10)
    store.send(100)
    #expect(seen.value == [1, 11])
    #expect(store.state == 111)
    box.setValue(nil)
  }

  @Test(
    "RED-22 the first read is reported; later ones see the state before the action",
    arguments: [0, 1, 2, 3])
  fileprivate func children(_ child: Int) {
    let box = LockIsolated<StoreOf<Tree>?>(nil)
    let seen = LockIsolated<[Tree.State?]>([])
    let store = withDependencies {
      $0.read = {
        let state = MainActor.assumeIsolated { box.value?.state }
        seen.withValue { $0.append(state) }
      }
    } operation: {
      Store(
        initialState: Tree.State(
          destination: .leaf(Leaf.State()), optional: Leaf.State(), path: [.leaf(Leaf.State())],
          rows: [Row.State(id: 1)])
      ) {
        Tree()
      }
    }
    let action: Tree.Action =
      switch child {
      case 0: .destination(.presented(.leaf(.add)))
      case 1: .optional(.add)
      case 2: .path(.element(id: store.path.ids[0], action: .leaf(.add)))
      default: .rows(.element(id: 1, action: .leaf(.add)))
      }
    box.setValue(store)
    withExpectedIssue {
      _ = store.send(action)
    }
    let before = store.state
    store.send(action)
    #expect(seen.value.count == 2)
    #expect(seen.value.last == before)
    #expect(store.state != before)
    box.setValue(nil)
  }

  @Test("RED-22 the state of an enum can be read while the feature of its case runs")
  func enumState() {
    let box = LockIsolated<StoreOf<Tree.Destination>?>(nil)
    let seen = LockIsolated<[[String]?]>([])
    let store = withDependencies {
      $0.read = {
        let names = MainActor.assumeIsolated { box.value?.state[case: \.leaf]?.names }
        seen.withValue { $0.append(names) }
      }
    } operation: {
      Store(initialState: Tree.Destination.State.leaf(Leaf.State())) { Tree.Destination.body }
    }
    box.setValue(store)
    withExpectedIssue {
      _ = store.send(.leaf(.add))
    }
    store.send(.leaf(.add))
    #expect(seen.value.last == ["first", "second"])
    #expect(store.state[case: \.leaf]?.names == ["first", "second", "first", "second"])
    box.setValue(nil)
  }
}
