import BenchmarkSupport
import ConcurrencyExtras
import Synchronization

var lockIsolated: Suite {
  var suite = Suite("LockIsolated")
  let box = LockIsolated(0)
  let byHand = MutexBox(0)
  suite.compare("withValue { $0 += 1 }", aim: .atMost(times: 1.1), to: "Mutex.withLock in a class")
  {
    for _ in 0..<$0 { byHand.mutex.withLock { $0 &+= 1 } }
  } subject: {
    for _ in 0..<$0 { box.withValue { $0 &+= 1 } }
  }
  suite.compare("value", aim: .atMost(times: 1.1), to: "Mutex.withLock in a class") {
    for _ in 0..<$0 { blackHole(byHand.mutex.withLock { $0 }) }
  } subject: {
    for _ in 0..<$0 { blackHole(box.value) }
  }
  suite.compare("setValue(_:)", aim: .atMost(times: 1.1), to: "Mutex.withLock in a class") {
    for i in 0..<$0 { byHand.mutex.withLock { $0 = i } }
  } subject: {
    for i in 0..<$0 { box.setValue(i) }
  }
  return suite
}

/// The code without `LockIsolated`.
private final class MutexBox: Sendable {
  let mutex: Mutex<Int>
  init(_ value: Int) { mutex = Mutex(value) }
}
