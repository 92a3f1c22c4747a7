import AddBookFeature
import BookClient
import BookDetailFeature
import Books
import ComposableArchitecture
import DependenciesTestSupport
import ReadingListFeature
import Testing

@MainActor
@Suite(
  .dependencies {
    $0.bookClient.search = { _ in [.mobyDick] }
    $0.continuousClock = ImmediateClock()
  })
struct ReadingListTests {
  @Test
  func addBook() async {
    let store = TestStore(initialState: ReadingList.State()) { ReadingList() }

    await store.send(.addButtonTapped) { $0.addBook = AddBook.State() }
    await store.send(\.addBook.binding.query, "Moby") { $0.addBook?.query = "Moby" }
    await store.receive(\.addBook.searchResponse) { $0.addBook?.books = [.mobyDick] }
    await store.send(\.addBook.bookTapped, .mobyDick)
    await store.receive(\.addBook.delegate.bookSelected) {
      $0.addBook = nil
      $0.$books.withLock { $0 = [.mobyDick] }
    }
  }

  @Test
  func readAndDelete() async throws {
    @Shared(.books) var books = [.emma, .mobyDick]
    let store = TestStore(initialState: ReadingList.State()) { ReadingList() }
    let emma = try #require(Shared($books[id: Book.emma.id]))

    await store.send(.bookTapped(id: Book.emma.id)) {
      $0.path[id: 0] = .book(BookDetail.State(book: emma))
    }
    await store.send(\.path[id: 0].book.readButtonTapped) {
      $0.$books.withLock { $0[id: Book.emma.id]?.isRead = true }
    }
    await store.send(\.path[id: 0].book.deleteButtonTapped) {
      $0.path[id: 0]?.modify(\.book) { $0.alert = .deleteBook }
    }
    await store.send(\.path[id: 0].book.alert.confirmDeletion) {
      $0.path[id: 0]?.modify(\.book) { $0.alert = nil }
      $0.$books.withLock { _ = $0.remove(id: Book.emma.id) }
    }
    await store.receive(\.path.popFrom) { $0.path = StackState() }
    #expect(books == [.mobyDick])
  }
}
