import BenchmarkSupport
import ComposableArchitecture

/// The cost of a send in larger trees of stores.
@MainActor
var storeGrowth: Suite {
  var suite = Suite("Store: growth")
  suite.comparePresented()
  suite.compareDepth()
  return suite
}

@MainActor
private func treeStore(_ state: BenchmarkTree.State) -> StoreOf<BenchmarkTree> {
  Store(initialState: state) { BenchmarkTree() }
}

@MainActor
extension Suite {
  fileprivate mutating func comparePresented() {
    for count in [1, 100, 5_000] {
      let rows = IdentifiedArray(
        uniqueElements: (0..<count).map {
          BenchmarkTree.State(id: $0, child: BenchmarkTree.State())
        })
      let alone = treeStore(BenchmarkTree.State(rows: rows))
      let store = treeStore(BenchmarkTree.State(rows: rows))
      let children = store.scope(\.rows, action: \.rows).map {
        $0.scope(\.child, action: \.child)
      }
      let stores = "\(grouped(count)) store\(count == 1 ? "" : "s")"
      compare(
        "send next to \(stores) of presented children", aim: .atMost(times: 2),
        to: "the same state without them",
        baseline: onMainActor { n in
          for _ in 0..<n { alone.send(.increment) }
        },
        subject: onMainActor { n in
          for _ in 0..<n { store.send(.increment) }
          blackHole(children)
        })
    }
  }

  fileprivate mutating func compareDepth() {
    for depth in [1, 10, 20] {
      var state = BenchmarkTree.State()
      for _ in 0..<depth { state = BenchmarkTree.State(rows: [state]) }
      let store = treeStore(state)
      var innermost = store
      for _ in 0..<depth { innermost = innermost.scope(\.rows, action: \.rows)[0] }
      let lists = "\(depth) nested list\(depth == 1 ? "" : "s")"
      compare(
        "send from the innermost store of \(lists)",
        aim: depth == 20 ? .under(.microseconds(10)) : .none, to: structMethod,
        baseline: nested(depth),
        subject: onMainActor { [innermost] n in
          for _ in 0..<n { innermost.send(.increment) }
        })
      let bystander = treeStore(state)
      compare(
        "send through \(lists)", aim: depth == 20 ? .under(.microseconds(10)) : .none,
        to: structMethod,
        baseline: nested(depth),
        subject: onMainActor { n in
          for _ in 0..<n {
            var action = BenchmarkTree.Action.increment
            for _ in 0..<depth { action = .rows(.element(id: 0, action: action)) }
            bystander.send(action)
          }
        })
    }
    var state = BenchmarkTree.State()
    for _ in 0..<20 { state = BenchmarkTree.State(child: state) }
    let store = treeStore(state)
    compare(
      "send through 20 presented features", aim: .under(.microseconds(10)), to: structMethod,
      baseline: nested(20),
      subject: onMainActor { n in
        for _ in 0..<n {
          var action = BenchmarkTree.Action.increment
          for _ in 0..<20 { action = .child(.presented(action)) }
          store.send(action)
        }
      })
  }
}

private func nested(_ depth: Int) -> (Int) -> Void {
  { n in
    var tree = PlainTree.nested(depth)
    for _ in 0..<n { tree.increment() }
    blackHole(tree)
  }
}
