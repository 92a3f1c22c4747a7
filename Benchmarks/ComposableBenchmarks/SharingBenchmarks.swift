import BenchmarkSupport
import ConcurrencyExtras
import Dispatch
import IdentifiedCollections
import Sharing
import Synchronization

var sharing: Suite {
  var suite = Suite("Sharing")
  let guarded = MutexDocument(Document())
  let named = MutexNames()
  let shared = Shared(value: 0)
  let memory = Shared(wrappedValue: 0, .inMemory("count"))
  let document = Shared(value: Document())
  let title = document.title
  let rows = document.rows
  let last = rows[id: 9_999]
  let row = Shared(last) ?? Shared(value: Row(id: 0))
  let count = document.count

  suite.compare("withLock", aim: .under(.nanoseconds(100)), to: "Mutex in a class") {
    for _ in 0..<$0 { guarded.mutex.withLock { $0.count &+= 1 } }
  } subject: {
    for _ in 0..<$0 { shared.withLock { $0 &+= 1 } }
  }
  suite.compare(
    "withLock, 2 threads", aim: .none, operations: 2, to: "Mutex in a class"
  ) { repetitions in
    DispatchQueue.concurrentPerform(iterations: 2) { _ in
      for _ in 0..<repetitions { guarded.mutex.withLock { $0.count &+= 1 } }
    }
  } subject: { repetitions in
    DispatchQueue.concurrentPerform(iterations: 2) { _ in
      for _ in 0..<repetitions { shared.withLock { $0 &+= 1 } }
    }
  }
  suite.compare("wrappedValue", aim: .under(.nanoseconds(100)), to: "Mutex in a class") {
    for _ in 0..<$0 { blackHole(guarded.mutex.withLock { $0.count }) }
  } subject: {
    for _ in 0..<$0 { blackHole(shared.wrappedValue) }
  }
  suite.compare("wrappedValue of 10,000 rows", to: "Mutex in a class") {
    for _ in 0..<$0 { blackHole(guarded.mutex.withLock { $0 }) }
  } subject: {
    for _ in 0..<$0 { blackHole(document.wrappedValue) }
  }
  suite.compare(".inMemory: withLock, saved", to: "Mutex in a class") {
    for _ in 0..<$0 { guarded.mutex.withLock { $0.count &+= 1 } }
  } subject: {
    for _ in 0..<$0 { memory.withLock { $0 &+= 1 } }
  }
  suite.compare(
    "by key path, held: withLock", aim: .under(.microseconds(1)), to: "Mutex in a class"
  ) {
    for _ in 0..<$0 { guarded.mutex.withLock { $0.count &+= 1 } }
  } subject: {
    for _ in 0..<$0 { count.withLock { $0 &+= 1 } }
  }
  suite.compare(
    "by key path, derived each time: withLock", aim: .under(.microseconds(1)),
    to: "Mutex in a class"
  ) {
    for _ in 0..<$0 { guarded.mutex.withLock { $0.count &+= 1 } }
  } subject: {
    for _ in 0..<$0 { document.count.withLock { $0 &+= 1 } }
  }
  suite.compare("by key path, held: read", to: "Mutex in a class") {
    for _ in 0..<$0 { blackHole(guarded.mutex.withLock { $0.title }) }
  } subject: {
    for _ in 0..<$0 { blackHole(title.wrappedValue) }
  }
  suite.compare(
    "by id of 10,000, held: withLock", aim: .under(.microseconds(1)), to: "Mutex in a class"
  ) {
    for _ in 0..<$0 { guarded.mutex.withLock { $0.rows[id: 9_999]?.count &+= 1 } }
  } subject: {
    for _ in 0..<$0 { last.withLock { $0?.count &+= 1 } }
  }
  suite.compare(
    "by id of 10,000 and unwrapped, held: withLock", aim: .under(.microseconds(1)),
    to: "Mutex in a class"
  ) {
    for _ in 0..<$0 { guarded.mutex.withLock { $0.rows[id: 9_999]?.count &+= 1 } }
  } subject: {
    for _ in 0..<$0 { row.withLock { $0.count &+= 1 } }
  }
  suite.compare(
    "by id of 10,000, derived each time: withLock", aim: .under(.microseconds(1)),
    to: "Mutex in a class"
  ) { repetitions in
    for id in 0..<repetitions {
      guarded.mutex.withLock { $0.rows[id: id % 10_000]?.count &+= 1 }
    }
  } subject: { repetitions in
    for id in 0..<repetitions {
      rows[id: id % 10_000].withLock { $0?.count &+= 1 }
    }
  }
  suite.compare("by id of 10,000, held: read", to: "Mutex in a class") {
    for _ in 0..<$0 { blackHole(guarded.mutex.withLock { $0.rows[id: 9_999]?.count }) }
  } subject: {
    for _ in 0..<$0 { blackHole(last.wrappedValue?.count) }
  }
  suite.compare(
    "make and release Shared(value:)", aim: .under(.nanoseconds(300)), to: "LockIsolated"
  ) {
    for i in 0..<$0 { blackHole(LockIsolated(i)) }
  } subject: {
    for i in 0..<$0 { blackHole(Shared(value: i)) }
  }
  suite.compare(
    "make .inMemory again", aim: .under(.nanoseconds(900)), to: "a dictionary by name in a Mutex"
  ) {
    for _ in 0..<$0 { blackHole(named.mutex.withLock { $0["count"] }) }
  } subject: {
    for _ in 0..<$0 { blackHole(Shared(wrappedValue: 0, .inMemory("count"))) }
  }
  addInMemoryElements(to: &suite)
  return suite
}

/// One element of a collection in memory, found through a key.
private func addInMemoryElements(to suite: inout Suite) {
  for count in [1_000, 10_000] {
    let rows = IdentifiedArray(uniqueElements: (0..<count).map { Row(id: $0) })
    let guarded = MutexRows(rows)
    let shared = Shared(wrappedValue: rows, .inMemory("rows \(count)"))
    suite.compare(".inMemory: withLock of one of \(count) elements", to: "Mutex in a class") {
      for id in 0..<$0 { guarded.mutex.withLock { $0[id: id % count]?.count &+= 1 } }
    } subject: {
      for id in 0..<$0 { shared.withLock { $0[id: id % count]?.count &+= 1 } }
    }
  }
}

private struct Document: Equatable {
  var count = 0
  var title = "A title that is longer than fifteen bytes"
  var rows = IdentifiedArray(uniqueElements: (0..<10_000).map { Row(id: $0) })
}

private struct Row: Equatable, Identifiable {
  let id: Int
  var title = "A title that is longer than fifteen bytes"
  var count = 0
}

/// The code without `Shared`.
private final class MutexDocument: Sendable {
  let mutex: Mutex<Document>
  init(_ document: Document) { mutex = Mutex(document) }
}

private final class MutexRows: Sendable {
  let mutex: Mutex<IdentifiedArray<Int, Row>>
  init(_ rows: IdentifiedArray<Int, Row>) { mutex = Mutex(rows) }
}

private final class MutexNames: Sendable {
  let mutex = Mutex<[String: Int]>(["count": 0])
}
