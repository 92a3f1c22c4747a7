import ComposableArchitecture
import Testing

@MainActor
struct ScopeTests {
  let store: StoreOf<Library> = Store(
    initialState: Library.State(books: [Book.State(id: 1), Book.State(id: 2)])
  ) {
    Library()
  }

  @Test("RED-24 RED-25 a child store reads the child's state and sends its actions")
  func child() {
    let shelf: StoreOf<Shelf> = store.scope(state: \.shelf, action: \.shelf)
    shelf.send(.raise)
    #expect(shelf.height == 1)
    #expect(shelf.withState { $0 } == store.shelf)
  }

  @Test("RED-25 the same key paths lead to the same store")
  func identity() {
    let shelf = store.scope(state: \.shelf, action: \.shelf)
    #expect(shelf === store.scope(\.shelf, action: \.shelf))
    #expect(shelf == store.scope(\.shelf, action: \.shelf))
    #expect(shelf.id == store.scope(\.shelf, action: \.shelf).id)
  }

  @Test("RED-25 an optional child has a store while present, and a new one when it returns")
  func optional() throws {
    #expect(store.scope(\.book, action: \.book) == nil)
    store.send(.change { $0.book = Book.State(id: 1) })
    let book = try #require(store.scope(state: \.book, action: \.book))
    book.send(.rename("Ulysses"))
    #expect(book === store.scope(\.book, action: \.book))
    #expect(book.name == "Ulysses")
    store.send(.change { $0.book = nil })
    #expect(store.scope(\.book, action: \.book) == nil)
    #expect(book.name == "Ulysses")
    store.send(.change { $0.book = Book.State(id: 1) })
    let next = try #require(store.scope(\.book, action: \.book))
    #expect(next !== book)
    #expect(next.name == "")
  }

  @Test("RED-25 each row has its own store, which stays the same when rows move")
  func rows() throws {
    let books = store.scope(\.books, action: \.books)
    #expect(books.count == 2)
    let second = books[1]
    second.send(.rename("Ulysses"))
    #expect(second.name == "Ulysses")
    #expect(store.state.books[id: 2]?.name == "Ulysses")
    store.send(.change { $0.books.swapAt(0, 1) })
    #expect(store.scope(state: \.books, action: \.books)[0] === second)
    #expect(store.scope(\.books, action: \.books)[id: 2] === second)
    #expect(store.scope(\.books, action: \.books)[id: 3] == nil)
  }

  @Test("RED-25 going through the rows' stores, each may remove its row")
  func removeWhileIterating() {
    for book in store.scope(\.books, action: \.books) {
      let id = book.withState(\.id)
      store.send(.change { $0.books.remove(id: id) })
      #expect(book.id == book.id)
    }
    #expect(store.books.isEmpty)
  }

  @Test("RED-25 the store of a removed row keeps its row")
  func goneRow() {
    let first = store.scope(\.books, action: \.books)[0]
    store.send(.change { $0.books.removeAll() })
    #expect(first.withState(\.id) == 1)
  }

  @Test("RED-22 actions that are sent while another is reduced wait for their turn")
  func reentrancy() {
    let box = LockIsolated<Store<[String], String>?>(nil)
    let store = Store(initialState: [String]()) {
      Reduce<[String], String> { state, action in
        state.append("begin \(action)")
        if action == "a" { MainActor.assumeIsolated { _ = box.value?.send("b") } }
        state.append("end \(action)")
        return .none
      }
    }
    box.setValue(store)
    store.send("a")
    #expect(store.state == ["begin a", "end a", "begin b", "end b"])
    box.setValue(nil)
  }

  @Test("RED-22 an observer may send")
  func sendFromObserver() {
    let store = Store(initialState: 0) {
      Reduce<Int, Int> { state, action in
        state += action
        return .none
      }
    }
    let wakeUps = WakeUps { if store.state == 1 { store.send(10) } }
    store.send(1)
    #expect(store.state == 11)
    #expect(wakeUps.count > 0)
  }

  @Test("RED-21 a publisher yields the state now, and after each action")
  func publisher() async {
    var states = store.publisher.makeAsyncIterator()
    #expect(await states.next()?.shelf.height == 0)
    store.send(.shelf(.raise))
    #expect(await states.next()?.shelf.height == 1)
  }

  @Test("RED-21 a publisher yields each state once, even if an observer sends in response")
  func publisherBesideObserver() async {
    let store = Store(initialState: 0) {
      Reduce<Int, Int> { state, action in
        state += action
        return .none
      }
    }
    var states = store.publisher.makeAsyncIterator()
    #expect(await states.next() == 0)
    let wakeUps = WakeUps { if store.state == 1 { store.send(10) } }
    store.send(1)
    store.send(100)
    #expect(await states.next() == 1)
    #expect(await states.next() == 11)
    #expect(await states.next() == 111)
    #expect(wakeUps.count > 0)
  }

  @Test("RED-21 the publisher of a property leaves out equal values, and ends with the store")
  func publisherOfProperty() async {
    var store: StoreOf<Shelf>? = Store(initialState: Shelf.State()) { Shelf() }
    guard let publisher = store?.publisher
    else { return }
    var heights = publisher.height.makeAsyncIterator()
    #expect(await heights.next() == 0)
    store?.send(.raise)
    store?.send(.replace)
    store?.send(.replace)
    store = nil
    #expect(await heights.next() == 1)
    #expect(await heights.next() == 100)
    #expect(await heights.next() == nil)
  }

  @Test("RED-21 a publisher buffers the latest 1,024 states for slow subscribers")
  func publisherBehind() async {
    let store = Store(initialState: 0) {
      Reduce<Int, Int> { state, action in
        state += action
        return .none
      }
    }
    var states = store.publisher.makeAsyncIterator()
    #expect(await states.next() == 0)
    for _ in 1...2_000 { store.send(1) }
    #expect(await states.next() == 977)
    #expect(await states.next() == 978)
  }
}
