import ComposableArchitecture
import Testing

@Suite("Observing a value that changes on another thread")
struct ObserverRaceTests {
  @Test("RED-21 an observer that starts during a change is notified of it, or of the next two")
  func race() async {
    let shelf = LockIsolated(Shelf.State())
    for _ in 1...200 {
      let isWoken = LockIsolated(false)
      async let change: Void = Task.detached { shelf.withValue { $0.height += 1 } }.value
      let copy = shelf.value
      withObservationTracking {
        _ = copy.height
      } onChange: {
        isWoken.setValue(true)
      }
      await change
      shelf.withValue { $0.height += 1 }
      shelf.withValue { $0.height += 1 }
      #expect(isWoken.value)
    }
  }
}
