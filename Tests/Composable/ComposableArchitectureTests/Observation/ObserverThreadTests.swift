import ComposableArchitecture
import Testing

@MainActor
struct ObserverThreadTests {
  @Test("RED-21 an observer on the main actor runs there, wherever a copy was changed")
  func copyChangedElsewhere() async {
    let store = Store(initialState: Library.State()) { Library() }
    store.send(.change { $0.subtitle = "A to Z" })
    // Its `onChange` traps on another thread.
    let wakeUps = WakeUps { _ = store.title }
    let saved = store.state
    await Task.detached {
      var copy = saved
      copy.title = "Fiction"
      #expect(copy.title == "Fiction")
    }.value
    while wakeUps.count == 0 { await Task.yield() }
    #expect(wakeUps.count == 1)
  }
}
