import BenchmarkSupport
import IdentifiedCollections
import Observation
import Sharing

var sharingObservation: Suite {
  var suite = Suite("Sharing: observation")
  for observers in [1, 100, 10_000] {
    let rows = Shared(
      value: IdentifiedArray(uniqueElements: (0..<observers).map { Item(id: $0) }))
    let objects = (0..<observers).map { ObservableItem(id: $0) }
    for id in 0..<observers {
      observe { rows[id: id].wrappedValue?.count }
      observe { objects[id].count }
    }
    suite.compare(
      "change one of \(observers) elements, notify and renew its observer",
      to: "@Observable objects"
    ) { repetitions in
      for id in 0..<repetitions { objects[id % observers].count &+= 1 }
    } subject: { repetitions in
      for id in 0..<repetitions { rows[id: id % observers].withLock { $0?.count &+= 1 } }
    }
  }
  for observers in [100, 1_000, 10_000] {
    let rows = Shared(
      value: IdentifiedArray(uniqueElements: (0..<observers).map { Item(id: $0) }))
    let objects = (0..<observers).map { ObservableItem(id: $0) }
    for id in 0..<observers {
      observe { rows[id: id].wrappedValue?.count }
      observe { objects[id].count }
    }
    suite.compare(
      "change one of \(observers) elements through the collection, notify its observer",
      to: "@Observable objects"
    ) { repetitions in
      for id in 0..<repetitions { objects[id % observers].count &+= 1 }
    } subject: { repetitions in
      for id in 0..<repetitions { rows.withLock { $0[id: id % observers]?.count &+= 1 } }
    }
  }
  return suite
}

/// Observes what a closure reads, and again after each change.
private func observe(_ read: @escaping () -> Int?) {
  nonisolated(unsafe) let read = read
  withObservationTracking {
    blackHole(read())
  } onChange: {
    observe(read)
  }
}

private struct Item: Equatable, Identifiable {
  let id: Int
  var count = 0
}

@Observable private final class ObservableItem {
  let id: Int
  var count = 0

  init(id: Int) { self.id = id }
}
