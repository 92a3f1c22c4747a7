import BenchmarkSupport
import ComposableArchitecture

/// Effects, compared with tasks that do the same.
@MainActor
var storeEffects: Suite {
  var suite = Suite("Store: effects")
  suite.compareSends()
  suite.compareMerge()
  suite.compareEnds()
  suite.compareCancellations()
  return suite
}

@MainActor
extension Suite {
  fileprivate mutating func compareSends() {
    let counter = counterStore()
    compare(
      "an effect, there and back", aim: .atMost(times: 1.2), to: "a task that calls the main actor",
      baseline: { n in
        waitOnMainThread {
          for _ in 0..<n {
            await Task { @concurrent in await MainActor.run { blackHole(n) } }.value
          }
        }
      },
      subject: { n in
        waitOnMainThread {
          for _ in 0..<n { await counter.send(.incrementLater).finish() }
        }
      })
    let store = Store(initialState: BenchmarkEffects.State()) { BenchmarkEffects(gate: Gate()) }
    compare(
      "an effect that sends 100, each", aim: .atMost(times: 1.2), operations: 100,
      to: "a task that calls the main actor",
      baseline: { n in
        waitOnMainThread {
          for _ in 0..<n {
            await Task { @concurrent in
              for i in 0..<100 { await MainActor.run { blackHole(i) } }
            }
            .value
          }
        }
      },
      subject: { n in
        waitOnMainThread {
          for _ in 0..<n { await store.send(.sendHundred).finish() }
        }
      })
  }

  fileprivate mutating func compareMerge() {
    let store = Store(initialState: BenchmarkEffects.State()) { BenchmarkEffects(gate: Gate()) }
    compare(
      "a merge of 100, each", operations: 100, to: "a task",
      baseline: { n in
        waitOnMainThread {
          for _ in 0..<n {
            let tasks = (0..<100).map { i in Task { @concurrent in blackHole(i) } }
            for task in tasks { await task.value }
          }
        }
      },
      subject: { n in
        waitOnMainThread {
          for _ in 0..<n { await store.send(.mergeHundred).finish() }
        }
      })
  }

  fileprivate mutating func compareEnds() {
    for count in [100, 1_000, 10_000] {
      let gate = Gate()
      let store = Store(initialState: BenchmarkEffects.State()) { BenchmarkEffects(gate: gate) }
      compare(
        "an effect ends, of \(grouped(count)) with one id in flight", operations: count,
        to: "a task",
        baseline: { n in
          waitOnMainThread {
            for _ in 0..<n {
              gate.close()
              let tasks = (0..<count).map { _ in Task { @concurrent in await gate.pass() } }
              gate.open()
              for task in tasks { await task.value }
            }
          }
        },
        subject: { n in
          waitOnMainThread {
            for _ in 0..<n {
              gate.close()
              let tasks = (0..<count).map { _ in store.send(.hold) }
              gate.open()
              for task in tasks { await task.finish() }
            }
          }
        })
    }
  }

  fileprivate mutating func compareCancellations() {
    let store = Store(initialState: BenchmarkEffects.State()) { BenchmarkEffects(gate: Gate()) }
    for count in [1, 100, 1_000, 10_000] {
      compare(
        "effects of one id that are canceled, each of \(grouped(count)) in flight",
        operations: count, to: "a task",
        baseline: { n in
          waitOnMainThread {
            for _ in 0..<n {
              let tasks = (0..<count).map { _ in
                Task<Void, Never> { @concurrent in _ = try? await Task.never() }
              }
              for task in tasks { task.cancel() }
              for task in tasks { await task.value }
            }
          }
        },
        subject: { n in
          waitOnMainThread {
            for _ in 0..<n {
              let tasks = (0..<count).map { _ in store.send(.wait) }
              store.send(.cancel)
              for task in tasks { await task.finish() }
            }
          }
        })
    }
  }
}

/// Formats a number below a million with a thousands separator.
func grouped(_ number: Int) -> String {
  number < 1_000 ? "\(number)" : "\(number / 1_000),\(String(number % 1_000 + 1_000).dropFirst())"
}
