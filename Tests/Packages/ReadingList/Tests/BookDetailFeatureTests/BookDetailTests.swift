import BookDetailFeature
import Books
import ComposableArchitecture
import Testing

@MainActor
struct BookDetailTests {
  @Test
  func read() async {
    let store = TestStore(initialState: BookDetail.State(book: Shared(value: .emma))) {
      BookDetail()
    }

    await store.send(.readButtonTapped) { $0.$book.withLock { $0.isRead = true } }
    await store.send(.readButtonTapped) { $0.$book.withLock { $0.isRead = false } }
  }

  @Test
  func delete() async throws {
    @Shared(.books) var books = [.emma, .mobyDick]
    let emma = try #require(Shared($books[id: Book.emma.id]))
    let store = TestStore(initialState: BookDetail.State(book: emma)) { BookDetail() }

    await store.send(.deleteButtonTapped) { $0.alert = .deleteBook }
    await store.send(\.alert.confirmDeletion) { $0.alert = nil }
    #expect(books == [.mobyDick])
    #expect(store.isDismissed)
  }
}
