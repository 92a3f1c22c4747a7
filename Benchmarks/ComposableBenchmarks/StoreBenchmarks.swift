import BenchmarkSupport
import ComposableArchitecture

/// A store, compared with the same logic as a method of a struct.
@MainActor
var stores: Suite {
  var suite = Suite("Store")
  suite.compareSends()
  suite.compareScopes()
  suite.compareRows()
  suite.compareStacks()
  suite.compareStores()
  return suite
}

let structMethod = "method of a struct"
private let observable = "the same with an '@Observable' class"

private let plain: @Sendable (Int) -> Void = { n in
  var counter = PlainCounter()
  for _ in 0..<n { counter.increment() }
  blackHole(counter.count)
}

@MainActor
func counterStore() -> StoreOf<BenchmarkCounter> {
  Store(initialState: BenchmarkCounter.State()) { BenchmarkCounter() }
}

@MainActor
extension Suite {
  fileprivate mutating func compareSends() {
    let store = counterStore()
    compare(
      "send, no observer", aim: .under(.nanoseconds(100)), to: structMethod, baseline: plain,
      subject: onMainActor { n in
        for _ in 0..<n { store.send(.increment) }
      })
    for count in [1, 50] {
      let store = counterStore()
      let counter = ObservableCounter()
      // Observations end with a change and are renewed for each send, which is part of their cost.
      compare(
        "send, \(count) observer\(count == 1 ? "" : "s")", aim: .atMost(times: 1.3), to: observable,
        baseline: { n in
          for _ in 0..<n {
            for _ in 0..<count {
              withObservationTracking {
                blackHole(counter.count)
              } onChange: {
              }
            }
            counter.increment()
          }
        },
        subject: onMainActor { n in
          for _ in 0..<n {
            for _ in 0..<count {
              withObservationTracking {
                blackHole(store.count)
              } onChange: {
              }
            }
            store.send(.increment)
          }
        })
      compare(
        "send, \(count) observer\(count == 1 ? "" : "s") of another property", to: structMethod,
        baseline: plain,
        subject: onMainActor { n in
          for _ in 0..<count {
            withObservationTracking {
              blackHole(store.note)
            } onChange: {
            }
          }
          for _ in 0..<n { store.send(.increment) }
        })
    }
    let counter = ObservableCounter()
    compare(
      "read a property, not observed", aim: .under(.nanoseconds(100)), to: observable,
      baseline: { n in
        for _ in 0..<n { blackHole(counter.count) }
      },
      subject: onMainActor { n in
        for _ in 0..<n { blackHole(store.count) }
      })
    compare(
      "read a property, observed", aim: .under(.nanoseconds(300)), to: observable,
      baseline: { n in
        withObservationTracking {
          for _ in 0..<n { blackHole(counter.count) }
        } onChange: {
        }
      },
      subject: onMainActor { n in
        withObservationTracking {
          for _ in 0..<n { blackHole(store.count) }
        } onChange: {
        }
      })
  }

  fileprivate mutating func compareScopes() {
    let outer = Store(initialState: BenchmarkOuter.State()) { BenchmarkOuter() }
    compare(
      "send through three 'Scope's", aim: .under(.microseconds(1)), to: structMethod,
      baseline: plain,
      subject: onMainActor { n in
        for _ in 0..<n { outer.send(.middle(.inner(.counter(.increment)))) }
      })
    let leaf =
      outer
      .scope(\.middle, action: \.middle)
      .scope(\.inner, action: \.inner)
      .scope(\.counter, action: \.counter)
    compare(
      "send from a store scoped three times", aim: .under(.microseconds(1)), to: structMethod,
      baseline: plain,
      subject: onMainActor { n in
        for _ in 0..<n { leaf.send(.increment) }
      })
    let family = ObservableFamily()
    compare(
      "read from a store scoped three times", aim: .under(.nanoseconds(300)), to: observable,
      baseline: { n in
        for _ in 0..<n { blackHole(family.state.middle.inner.counter.count) }
      },
      subject: onMainActor { n in
        for _ in 0..<n { blackHole(leaf.count) }
      })
    let state: KeyPath<BenchmarkOuter.State, BenchmarkMiddle.State> = \.middle
    let action: CaseKeyPath<BenchmarkOuter.Action, BenchmarkMiddle.Action> = \.middle
    compare(
      "scope to a child that has a store, with stored key paths", aim: .under(.nanoseconds(500)),
      to: "an object's children, in a dictionary by name",
      baseline: { n in
        for _ in 0..<n { blackHole(family.children[opaque("middle")]) }
      },
      subject: onMainActor { n in
        for _ in 0..<n { blackHole(outer.scope(state, action: action)) }
      })
    // The runtime recreates the key path of a case at each evaluation of its literal.
    compare(
      "scope to a child that has a store", aim: .atMost(times: 1.3),
      to: "the key path literals alone",
      baseline: { n in
        for _ in 0..<n {
          blackHole(\BenchmarkOuter.State.middle)
          blackHole(\BenchmarkOuter.Action.Cases.middle)
        }
      },
      subject: onMainActor { n in
        for _ in 0..<n { blackHole(outer.scope(\.middle, action: \.middle)) }
      })
  }

  fileprivate mutating func compareRows() {
    func list(_ count: Int) -> StoreOf<BenchmarkList> {
      Store(
        initialState: BenchmarkList.State(
          rows: IdentifiedArray(uniqueElements: (0..<count).map { BenchmarkCounter.State(id: $0) }))
      ) {
        BenchmarkList()
      }
    }
    func sends(_ store: StoreOf<BenchmarkList>, _ count: Int) -> (Int) -> Void {
      onMainActor { n in
        for i in 0..<n {
          store.send(.rows(.element(id: i &* 7919 % count, action: .increment)))
        }
      }
    }
    func plainRows(_ count: Int) -> (Int) -> Void {
      var rows = IdentifiedArray(
        uniqueElements: (0..<count).map { BenchmarkCounter.State(id: $0) })
      return { n in
        for i in 0..<n { rows[id: i &* 7919 % count]?.count += 1 }
      }
    }
    let thousand = list(1_000)
    let hundredThousand = list(100_000)
    compare(
      "send to one of 1,000 rows", to: "'rows[id:]?.count += 1'", baseline: plainRows(1_000),
      subject: sends(thousand, 1_000))
    compare(
      "send to one of 100,000 rows", to: "'rows[id:]?.count += 1'", baseline: plainRows(100_000),
      subject: sends(hundredThousand, 100_000))
    compare(
      "send to the first 1,000 of 100,000 rows", aim: .atMost(times: 1.2),
      to: "to one of 1,000 rows", baseline: sends(thousand, 1_000),
      subject: sends(hundredThousand, 1_000))
  }

  fileprivate mutating func compareStacks() {
    var state = BenchmarkStack.State()
    for id in 0..<10 { state.path.append(.counter(BenchmarkCounter.State(id: id))) }
    let store = Store(initialState: state) { BenchmarkStack() }
    guard let top = state.path.ids.last
    else { return }
    compare(
      "send to the top of a stack 10 deep", to: structMethod, baseline: plain,
      subject: onMainActor { n in
        for _ in 0..<n { store.send(.path(.element(id: top, action: .counter(.increment)))) }
      })
  }

  fileprivate mutating func compareStores() {
    compare(
      "make and release a store", to: structMethod,
      baseline: { n in
        for i in 0..<n { blackHole(PlainCounter(count: i)) }
      },
      subject: onMainActor { n in
        for _ in 0..<n { blackHole(counterStore()) }
      })
    compare(
      "make a store and send", to: structMethod, baseline: plain,
      subject: onMainActor { n in
        for _ in 0..<n { counterStore().send(.increment) }
      })
  }
}

/// The runner measures on the main thread.
func onMainActor(_ work: @escaping @MainActor (Int) -> Void) -> (Int) -> Void {
  { n in MainActor.assumeIsolated { work(n) } }
}

/// Runs the main thread until an operation on the main actor has ended.
func waitOnMainThread(_ operation: @escaping @MainActor @Sendable () async -> Void) {
  let isDone = LockIsolated(false)
  Task { @MainActor in
    await operation()
    isDone.setValue(true)
  }
  while !isDone.value { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }
}
