import AddBookFeature
import BookClient
import Books
import ComposableArchitecture
import Testing

@MainActor
struct AddBookTests {
  @Test
  func search() async {
    let clock = TestClock()
    let queries = LockIsolated<[String]>([])
    let store = TestStore(initialState: AddBook.State()) {
      AddBook()
    } withDependencies: {
      $0.bookClient.search = { title in
        queries.withValue { $0.append(title) }
        return [.mobyDick]
      }
      $0.continuousClock = clock
    }

    await store.send(\.binding.query, "Mo") { $0.query = "Mo" }
    await clock.advance(by: .milliseconds(200))
    await store.send(\.binding.query, "Moby") { $0.query = "Moby" }
    await clock.advance(by: .milliseconds(300))
    await store.receive(\.searchResponse) { $0.books = [.mobyDick] }
    #expect(queries.value == ["Moby"])

    await store.send(.bookTapped(.mobyDick))
    await store.receive(\.delegate.bookSelected)
    await store.send(\.binding.query, "") {
      $0.books = []
      $0.query = ""
    }
  }
}
