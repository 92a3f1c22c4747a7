import BenchmarkSupport
import ComposableArchitecture

/// A test store, compared with the same assertions on a plain struct.
@MainActor
var testStores: Suite {
  var suite = Suite("TestStore")
  suite.compare(
    "send and assert", aim: .under(.microseconds(120)), to: "method and '=='", baseline: plain,
    subject: { n in
      waitOnMainThread {
        let store = testStore()
        for i in 0..<n { await store.send(.increment) { $0.count = i + 1 } }
      }
    })
  for count in [1, 100] {
    suite.compare(
      "send and assert, \(count) effects in flight", to: "method and '=='", baseline: plain,
      subject: { n in
        waitOnMainThread {
          let store = testStore()
          for _ in 0..<count { await store.send(.wait) }
          for i in 0..<n { await store.send(.increment) { $0.count = i + 1 } }
          await store.skipInFlightEffects()
        }
      })
  }
  suite.compare(
    "send, and receive what the effect sends", aim: .under(.microseconds(250)),
    to: "method and '=='", baseline: plain,
    subject: { n in
      waitOnMainThread {
        let store = testStore()
        for i in 0..<n {
          await store.send(.incrementLater)
          await store.receive(\.increment) { $0.count = i + 1 }
        }
      }
    })
  suite.measure("make and release a test store") { n in
    waitOnMainThread {
      for _ in 0..<n { blackHole(testStore()) }
    }
  }
  return suite
}

@MainActor
private func testStore() -> TestStoreOf<BenchmarkCounter> {
  TestStore(initialState: BenchmarkCounter.State()) { BenchmarkCounter() }
}

private let plain: @Sendable (Int) -> Void = { n in
  var counter = PlainCounter()
  for i in 0..<n {
    counter.increment()
    precondition(counter.count == i + 1)
  }
  blackHole(counter.count)
}
