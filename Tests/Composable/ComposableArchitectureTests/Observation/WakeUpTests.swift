import ComposableArchitecture
import Testing

@MainActor
struct WakeUpTests {
  let store = Store(initialState: Library.State(books: [.one, .two, .three])) { Library() }

  @Test("RED-14 RED-21 an observer of a property is notified once when it changes")
  func oneProperty() {
    let wakeUps = WakeUps { [store] in _ = store.title }
    store.send(.change { $0.title = "Fiction" })
    #expect(wakeUps.count == 1)
    store.send(.change { $0.title += "!" })
    #expect(wakeUps.count == 2)
    store.send(.change { $0.title.append("!") })
    #expect(wakeUps.count == 3)
  }

  @Test("RED-21 an observer of a property is not notified of other changes")
  func sibling() {
    let wakeUps = WakeUps { [store] in _ = store.title }
    store.send(.change { $0.subtitle = "A to Z" })
    store.send(.shelf(.raise))
    store.send(.books(.element(id: 1, action: .rename("Ulysses"))))
    #expect(wakeUps.count == 0)
  }

  @Test("RED-21 assigning the same value notifies nobody")
  func sameValue() {
    store.send(.change { $0.title = "Fiction" })
    let wakeUps = WakeUps { [store] in _ = store.title }
    store.send(.change { $0.title = "Fiction" })
    #expect(wakeUps.count == 0)
  }

  @Test("RED-21 an observer that reads the store when it is woken sees the new state")
  func newState() {
    let titles = LockIsolated<[String]>([])
    let wakeUps = WakeUps { [store] in
      let title = store.title
      titles.withValue { $0.append(title) }
    }
    store.send(.change { $0.title = "Fiction" })
    #expect(titles.value == ["", "Fiction"])
    #expect(wakeUps.count == 1)
  }

  // MARK: - Children

  @Test("RED-21 an observer of a child's property is notified of that one only")
  func childProperty() {
    let height = WakeUps { [store] in _ = store.shelf.height }
    let width = WakeUps { [store] in _ = store.shelf.width }
    store.send(.shelf(.raise))
    #expect(height.count == 1)
    #expect(width.count == 0)
  }

  @Test("RED-25 a child store notifies observers of the changed property")
  func childStore() {
    let shelf = store.scope(\.shelf, action: \.shelf)
    let height = WakeUps { _ = shelf.height }
    let width = WakeUps { _ = shelf.width }
    shelf.send(.raise)
    #expect(height.count == 1)
    #expect(width.count == 0)
  }

  @Test(
    "RED-21 a replaced child notifies observers of the old one",
    arguments: [
      Library.Action.shelf(.replace),
      .change { $0.shelf = Shelf.State(height: 5, width: 5) },
    ])
  func replacedChild(_ action: Library.Action) {
    let shelf = store.scope(\.shelf, action: \.shelf)
    let direct = WakeUps { [store] in _ = store.shelf.width }
    let scoped = WakeUps { _ = shelf.width }
    store.send(action)
    #expect(direct.count == 1)
    #expect(scoped.count == 1)
  }

  @Test("RED-21 restoring a child's saved copy notifies observers of the newer one")
  func undoneChild() {
    let saved = store.shelf
    let wakeUps = WakeUps { [store] in _ = store.shelf.height }
    store.send(.shelf(.raise))
    #expect(wakeUps.count == 1)
    store.send(.change { $0.shelf = saved })
    #expect(wakeUps.count == 2)
    #expect(store.shelf.height == 0)
  }

  @Test("RED-21 replacing or restoring the root notifies observers of the old one")
  func replacedRoot() {
    let saved = store.state
    let title = WakeUps { [store] in _ = store.title }
    let height = WakeUps { [store] in _ = store.shelf.height }
    store.send(.change { $0 = Library.State(title: "New") })
    #expect(title.count == 1)
    #expect(height.count == 1)
    store.send(.change { $0 = saved })
    #expect(title.count == 2)
    #expect(height.count == 2)
  }

  @Test(
    "RED-25 an optional child notifies observers of its presence when it appears or disappears only"
  )
  func optionalChild() {
    let presence = WakeUps { [store] in _ = store.book == nil }
    store.send(.change { $0.book = .one })
    #expect(presence.count == 1)
    let name = WakeUps { [store] in _ = store.book?.name }
    store.send(.book(.rename("Ulysses")))
    #expect(presence.count == 1)
    #expect(name.count == 1)
    store.send(.change { $0.book = nil })
    #expect(presence.count == 2)
    #expect(name.count == 2)
  }

  @Test(
    "RED-27 a change of case notifies its observers; a change of the case's value does not")
  func enumCase() {
    store.send(.change { $0.door = .open(Shelf.State()) })
    let isOpen = WakeUps { [store] in _ = store.door.is(\.open) }
    let height = WakeUps { [store] in _ = store.door[case: \.open]?.height }
    store.send(.change { $0.door.modify(\.open) { $0.height += 1 } })
    #expect(isOpen.count == 0)
    #expect(height.count == 1)
    store.send(.change { $0.door = .closed })
    #expect(isOpen.count == 1)
    #expect(height.count == 2)
  }

  @Test("RED-27 a case with a plain value notifies its observers when the value changes")
  func plainCase() {
    store.send(.change { $0.door = .labelled("A") })
    let wakeUps = WakeUps { [store] in _ = store.door }
    store.send(.change { $0.door = .labelled("B") })
    #expect(wakeUps.count == 1)
  }

  // MARK: - Lists

  @Test("RED-21 a row's change notifies only observers of that property of that row")
  func rowProperty() {
    let rows = store.scope(\.books, action: \.books)
    let list = WakeUps { [store] in _ = store.books.ids }
    let names = rows.map { row in WakeUps { _ = row.name } }
    let reads = rows.map { row in WakeUps { _ = row.isRead } }
    rows[1].send(.rename("Ulysses"))
    #expect(list.count == 0)
    #expect(names.map(\.count) == [0, 1, 0])
    #expect(reads.map(\.count) == [0, 0, 0])
  }

  @Test("RED-21 rows that are added, removed or moved notify observers of the list, but of no row")
  func structure() {
    let rows = store.scope(\.books, action: \.books)
    let list = WakeUps { [store] in _ = store.books.count }
    let collection = WakeUps { [store] in _ = store.scope(\.books, action: \.books) }
    let names = rows.map { row in WakeUps { _ = row.name } }
    store.send(.change { $0.books.append(Book.State(id: 4)) })
    store.send(.change { $0.books.swapAt(0, 3) })
    store.send(.change { $0.books.remove(id: 4) })
    #expect(list.count == 3)
    #expect(collection.count == 3)
    #expect(names.map(\.count) == [0, 0, 0])
  }

  @Test(
    "RED-21 a replaced row notifies observers of the old one",
    arguments: [
      Library.Action.books(.element(id: 2, action: .replace("Ulysses"))),
      .change { $0.books[id: 2] = Book.State(id: 2, name: "Ulysses") },
      .change { $0.books[1] = Book.State(id: 2, name: "Ulysses") },
      .change { $0.books.updateOrAppend(Book.State(id: 2, name: "Ulysses")) },
      .change { $0.books = [.one, Book.State(id: 2, name: "Ulysses"), .three] },
    ])
  func replacedRow(_ action: Library.Action) {
    let row = store.scope(\.books, action: \.books)[1]
    let direct = WakeUps { [store] in _ = store.books[id: 2]?.name }
    let scoped = WakeUps { _ = row.name }
    store.send(action)
    #expect(row.name == "Ulysses")
    #expect(direct.count == 1)
    #expect(scoped.count == 1)
  }

  @Test("RED-21 restoring a list's saved copy notifies observers of the newer rows")
  func undoneList() {
    let saved = store.books
    let row = store.scope(\.books, action: \.books)[1]
    let direct = WakeUps { [store] in _ = store.books[id: 2]?.name }
    let scoped = WakeUps { _ = row.name }
    store.send(.books(.element(id: 2, action: .rename("Ulysses"))))
    store.send(.change { $0.books = saved })
    #expect(row.name == "")
    #expect(direct.count == 2)
    #expect(scoped.count == 2)
  }

  @Test("RED-21 restoring a row's saved copy notifies observers of the newer one")
  func undoneRow() {
    let saved = store.books[1]
    let row = store.scope(\.books, action: \.books)[1]
    let scoped = WakeUps { _ = row.name }
    store.send(.books(.element(id: 2, action: .rename("Ulysses"))))
    store.send(.change { $0.books[id: 2] = saved })
    #expect(row.name == "")
    #expect(scoped.count == 2)
  }

  // MARK: - State without the macro

  @Test("RED-15 state without the macro notifies observers of any part")
  func plainState() {
    let store = Store(initialState: 0) {
      Reduce<Int, Int> { state, action in
        state += action
        return .none
      }
    }
    let wakeUps = WakeUps { _ = store.state }
    store.send(2)
    #expect(wakeUps.count == 1)
    #expect(store.state == 2)
  }
}

extension Book.State {
  fileprivate static let one = Self(id: 1)
  fileprivate static let two = Self(id: 2)
  fileprivate static let three = Self(id: 3)
}
