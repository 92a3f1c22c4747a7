import ConcurrencyExtras
import Dispatch
import Testing

@Suite struct SingleRunsTests {
  private let runs = SingleRuns<Int, String>()

  @Test("an operation that needs its own id gets a cycle")
  func ownCycle() {
    var notes: [String] = []
    let outer = runs.run(1, "one") {
      _ = runs.run(2, "two") {
        if case .cycle(let cycle) = runs.run(1, "again", { Issue.record("It has run.") }) {
          notes = cycle
        }
      }
    }
    #expect(notes == ["one", "two"])
    if case .ran = outer {} else { Issue.record("It has not run.") }
  }

  @Test("a thread waits for the operation of another")
  func waits() {
    let (started, group) = (DispatchSemaphore(value: 0), DispatchGroup())
    let log = LockIsolated<[String]>([])
    DispatchQueue.global().async(group: group) { [runs] in
      _ = runs.run(1, "first") {
        started.signal()
        // Until the other is known to wait, as far as that is possible.
        _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(20))
        log.withLock { $0.append("first") }
      }
    }
    started.wait()
    _ = runs.run(1, "second") {}
    log.withLock { $0.append("second") }
    #expect(log.value == ["first", "second"])
    group.wait()
  }

  @Test("a deadlock of two threads is reported to one of them")
  func crossing() {
    let group = DispatchGroup()
    let bothRun = DispatchGroup()
    let cycles = LockIsolated<[[String]]>([])
    bothRun.enter()
    bothRun.enter()
    for (own, other) in [(1, 2), (2, 1)] {
      DispatchQueue.global().async(group: group) { [runs] in
        _ = runs.run(own, "\(own)") {
          bothRun.leave()
          bothRun.wait()
          if case .cycle(let cycle) = runs.run(other, "other", {}) {
            cycles.withLock { $0.append(cycle) }
          }
        }
      }
    }
    #expect(group.wait(timeout: .now() + .seconds(10)) == .success)
    #expect(cycles.value == [["1", "2"]] || cycles.value == [["2", "1"]])
  }
}
