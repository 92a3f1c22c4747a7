import ConcurrencyExtras
import Testing

@Suite("LockIsolated")
struct LockIsolatedTests {
  @Test("CLI-01 value, setValue and withValue read and write")
  func readAndWrite() {
    let isRecording = LockIsolated(false)
    #expect(!isRecording.value)
    isRecording.setValue(true)
    #expect(isRecording.value)
    let previous = isRecording.withValue { value in
      defer { value = false }
      return value
    }
    #expect(previous)
    #expect(!isRecording.value)
  }

  @Test("CLI-01 A property is read through the box")
  func dynamicMember() {
    let names = LockIsolated(["Blob", "Blob, Jr."])
    #expect(names.count == 2)
    #expect(names.first == "Blob")
  }

  @Test("withValue is atomic: no increment of many tasks is lost")
  func increments() async {
    let count = LockIsolated(0)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<100 {
        group.addTask {
          for _ in 0..<100 { count.withValue { $0 += 1 } }
        }
      }
    }
    #expect(count.value == 10_000)
  }

  @Test("An error unlocks the box and keeps earlier changes")
  func errors() {
    struct Stop: Error {}
    let count = LockIsolated(0)
    #expect(throws: Stop.self) {
      try count.withValue {
        $0 = 1
        throw Stop()
      }
    }
    #expect(throws: Stop.self) { try count.setValue({ throw Stop() }()) }
    #expect(count.value == 1)
  }

  @Test("CLI-01 setValue may read the box for the new value")
  func setFromOld() {
    let count = LockIsolated(1)
    count.setValue(count.value + 1)
    #expect(count.value == 2)
  }

  @Test("A replaced value may use the box when it ends")
  func replacedValueEnds() {
    final class Subscription: Sendable {
      let onEnd: @Sendable () -> Void
      init(onEnd: @escaping @Sendable () -> Void) { self.onEnd = onEnd }
      deinit { onEnd() }
    }
    let endCount = LockIsolated(0)
    let subscriptions = LockIsolated<[Subscription]>([])
    subscriptions.setValue([
      Subscription { endCount.setValue(endCount.value + subscriptions.count + 1) }
    ])
    subscriptions.setValue([])
    #expect(endCount.value == 1)
  }

  @Test("A value that is not sendable can be kept and used inside of the box")
  func notSendable() {
    final class Counter { var count = 0 }
    let counter = LockIsolated(Counter())
    counter.withValue { $0.count += 1 }
    #expect(counter.count == 1)
  }
}
